//! Full tables: every value follows from the rules, counts are those of an independent solution, a
//! table read from a file is the same table, and bad files and materials are refused.

use yose_shogi::notation::sfen;
use yose_shogi::{AnyPosition, Promotion, Rules, Stalemate, Variant, with_position};
use yose_tablebase::{Material, Table, TableError, Value, Watch};
use yose_testkit::{Random, shared_data, suite};

fn position(text: &str, variant: &'static Variant) -> AnyPosition {
    let setup = sfen::read_as(text, variant).unwrap_or_else(|e| panic!("{text}: {e}"));
    setup.validate().unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn start(variant: &'static Variant) -> AnyPosition {
    variant.start().expect("a start array")
}

fn build(position: &AnyPosition) -> Table {
    let material = Material::of(position).unwrap_or_else(|e| panic!("{e}"));
    Table::build(&material, &mut Watch::new(&mut |_| true)).unwrap_or_else(|e| panic!("{e}"))
}

/// Checks that every `every`th value follows from the values of its successors.
fn verify(table: &Table, every: usize) {
    let found = table.verify(every, &mut Watch::new(&mut |_| true)).unwrap();
    assert_eq!(
        found.wrong,
        0,
        "{}: {:?}",
        table.material().description(),
        found.first
    );
    if every == 1 {
        assert_eq!(found.positions, table.counts().positions);
        assert_eq!(found.positions + found.others, u64::from(table.index().size()));
    }
}

/// Checks that the line of a position ends in the result of the table, after as many plies.
fn line(table: &Table, position: &AnyPosition) {
    with_position!(position, |p| {
        let value = table.value(p).expect("a position of the table");
        let line = table.line(p);
        let mut end = p.clone();
        for &m in &line {
            assert!(end.is_legal(m), "{m:?} in {end:?}");
            end.make(m);
        }
        match value {
            Value::Draw => assert!(line.is_empty()),
            Value::Win(n) | Value::Loss(n) => {
                assert!(end.ending().is_some(), "{end:?}");
                let capture = table.value(&end).and_then(Value::distance).expect("an end");
                assert_eq!(line.len() + usize::from(capture), usize::from(n), "{end:?}");
            }
        }
    });
}

/// The table of a start given by its pieces and zone, as in `tables.csv` and
/// `suites/shogi/tables-3x4.tsv`.
fn row(pieces: &str, zone: &str) -> (Table, AnyPosition) {
    let right = pieces.get(1..).filter(|r| !r.is_empty()).unwrap_or("-");
    let variant = suite::variant(&format!("3x4:{}K{right}:{zone}", &pieces[..1]));
    let start = start(variant);
    (build(&start), start)
}

fn counts(table: &Table) -> [u64; 8] {
    let c = table.counts();
    [
        c.positions,
        c.wins,
        c.losses,
        c.draws,
        c.mates,
        c.stalemates,
        c.moves,
        c.deepest.into(),
    ]
}

/// All 24 small tables of 3x4 shogi: every value is proved, and the counts are those of `suites/`.
#[test]
fn small_tables_of_three_by_four() {
    let mut done = 0;
    for fields in suite::rows("shogi/tables-3x4.tsv") {
        if fields[0].len() > 1 && fields[0] != "GG" {
            continue;
        }
        let (table, start) = row(&fields[0], &fields[1]);
        let expected: Vec<u64> = fields[2..10].iter().map(|n| n.parse().unwrap()).collect();
        assert_eq!(counts(&table)[..], expected[..], "{} {}", fields[0], fields[1]);
        verify(&table, 1);
        line(&table, &start);
        done += 1;
    }
    assert_eq!(done, 24);
}

/// Rules and boards beyond 3x4 shogi, every value proved.
#[test]
fn other_rules_and_boards() {
    let changed = |name: &str, change: &dyn Fn(&mut Rules)| {
        let mut variant = suite::variant(name).clone();
        change(&mut variant.rules);
        variant.intern().unwrap()
    };
    let pawn = "3x4:PK-:2";
    for variant in [
        changed(pawn, &|r| r.nifu = false),
        changed(pawn, &|r| r.pawn_drop_mate = false),
        changed(pawn, &|r| r.promotion = Promotion::Compulsory),
        changed("3x4:SK-:2", &|r| r.promotion = Promotion::Compulsory),
        changed("3x4:SK-:1", &|r| r.stalemate = Stalemate::Draws),
        changed("3x4:NK-:1", &|r| r.dead_end_attacks = true),
        changed("3x4:LK-:1", &|r| r.dead_ends = false),
        changed("3x4:GK-:1", &|r| r.try_rule = true),
        suite::variant("4x4:PK--:1"),
        suite::variant("2x5:NK:2"),
        suite::variant("3x3:RKB:1"),
    ] {
        let start = start(variant);
        let table = build(&start);
        verify(&table, 1);
        line(&table, &start);
    }
    // An odd number of pieces; a variant without a start array; kings only; pieces of Dobutsu
    // shogi.
    for (text, rules) in [
        ("k1p/3/3/2K b - 1", "3x4"),
        ("k1p/1P1/3/P1K b - 1", "3x4:2"),
        ("k2/3/2K b - 1", "3x3"),
        ("gl1/1c1/3/1L1 b C 1", "dobutsu"),
    ] {
        let position = position(text, suite::variant(rules));
        let table = build(&position);
        verify(&table, 1);
        line(&table, &position);
    }
    // If pieces move differently to the left and to the right, mirror images are not folded.
    let mut hooked = suite::variant("3x4:GK-:1").clone();
    hooked.army.kinds[4].steps |= yose_shogi::army::step(2, 0);
    let hooked = start(hooked.intern().unwrap());
    let table = build(&hooked);
    let folded = Material::of(&start(suite::variant("3x4:GK-:1"))).unwrap();
    assert!(table.index().size() > Table::size_of(&folded).unwrap());
    verify(&table, 1);
}

/// With two pairs of pieces, each index gives a placement that gives the index back, and every
/// value follows from its successors.
#[test]
fn indices_round_trip() {
    let start = start(suite::variant("3x4:BKR:1"));
    let table = Table::size_of(&Material::of(&start).unwrap()).unwrap();
    assert_eq!(table, 17_011_560);
    let pawns = build(&position("k1p/1P1/3/P1K b p 1", suite::variant("3x4:1")));
    let mut random = Random::new(7);
    for _ in 0..200_000 {
        let number = random.below(pawns.index().size() as usize) as u32;
        let placement = pawns.index().placement(number);
        let located = pawns.index().locate(&placement).expect("kings apart");
        assert!(located.index == number || (located.flipped && located.index < number));
        if located.index != number {
            assert_eq!(pawns.value_at(number), None);
        }
    }
    assert!(pawns.value_at(pawns.index().size()).is_none());
    verify(&pawns, 1);
}

#[test]
fn a_table_on_disk_is_the_same_table() {
    let start = start(suite::variant("3x4:PK-:1"));
    let table = build(&start);
    let material = table.material();
    let mut bytes = Vec::new();
    table.write(&mut bytes).unwrap();
    let again = Table::read(material, &mut &bytes[..]).unwrap();
    assert_eq!(counts(&again), counts(&table));
    for number in 0..table.index().size() {
        assert_eq!(again.value_at(number), table.value_at(number));
    }
    let last = bytes.len() - 1;
    let refused = |bytes: &[u8]| Table::read(material, &mut &bytes[..]).map(|t| t.counts());
    let mut damaged = bytes.clone();
    damaged[last] ^= 1;
    assert!(matches!(refused(&damaged), Err(TableError::Damaged { .. })));
    assert!(matches!(refused(&bytes[..last]), Err(TableError::NotATable(_))));
    assert!(matches!(
        refused(&[&bytes[..], b"x"].concat()),
        Err(TableError::NotATable(_))
    ));
    assert!(matches!(refused(b""), Err(TableError::NotATable(_))));
    assert!(matches!(refused(&[b'x'; 5000]), Err(TableError::NotATable(_))));
    // A changed header causes no panic, and a cut header is refused.
    let header = bytes.windows(2).position(|w| w == b"\n\n").unwrap() + 2;
    for at in 0..header {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        let _ = refused(&damaged);
        assert!(refused(&bytes[..at]).is_err());
    }
    let other = Material::of(&self::start(suite::variant("3x4:PK-:2"))).unwrap();
    assert!(matches!(
        Table::read(&other, &mut &bytes[..]),
        Err(TableError::OtherTable { .. })
    ));
    assert_ne!(Table::file_name(&other), Table::file_name(material));
    // Other start arrays of the same pieces share a table.
    let turned = Material::of(&self::start(suite::variant("3x4:-KP:1"))).unwrap();
    assert_eq!(Table::file_name(&turned), Table::file_name(material));
}

#[test]
fn what_has_no_table_is_refused() {
    let of = |text: &str, rules: &str| {
        Material::of(&position(text, suite::variant(rules))).and_then(|m| Table::size_of(&m))
    };
    assert!(matches!(of("k2/3/3/3 b G 1", "3x4"), Err(TableError::Kings)));
    let nine = Variant::by_name("shogi").unwrap().start().unwrap();
    assert!(matches!(Material::of(&nine), Err(TableError::TooMany { .. })));
    assert!(matches!(
        of("4k4/9/9/9/9/9/9/9/4K4 b G 1", "shogi"),
        Err(TableError::Squares(81))
    ));
    assert!(matches!(
        of("rbsgk/4p/5/P4/KGSBR b - 1", "5x5"),
        Err(TableError::TooManyKinds(4))
    ));
    assert!(matches!(
        of("1kbgr/5/5/5/RGBK1 b - 1", "5x5"),
        Err(TableError::TooLarge { .. })
    ));
}

/// All 99 tables against the independent solution, and every start against its known value.
#[test]
#[ignore = "minutes: cargo xtask long"]
fn all_tables_of_three_by_four() {
    let Some(tables) = shared_data("small/tables.csv") else {
        return;
    };
    let Some(truth) = shared_data("small/truth.csv") else {
        return;
    };
    let read = |path| std::fs::read_to_string(path).unwrap();
    let (tables, truth) = (read(tables), read(truth));
    let truth: Vec<Vec<&str>> = truth.lines().skip(1).map(|l| l.split(',').collect()).collect();
    let own = suite::rows("shogi/tables-3x4.tsv");
    let (mut starts, mut done) = (0, 0);
    for line_text in tables.lines().skip(1) {
        let fields: Vec<&str> = line_text.split(',').collect();
        let (table, _) = row(fields[0], fields[1]);
        let expected = [3, 4, 5, 6, 7, 8, 9, 10].map(|i: usize| fields[i].parse::<u64>().unwrap());
        assert_eq!(counts(&table), expected, "{} {}", fields[0], fields[1]);
        if let Some(own) = own.iter().find(|r| r[0] == fields[0] && r[1] == fields[1]) {
            let written: Vec<u64> = own[2..10].iter().map(|n| n.parse().unwrap()).collect();
            assert_eq!(written[..], expected[..]);
        }
        verify(&table, 101);
        for start in truth.iter().filter(|t| t[1] == fields[1]) {
            let position = self::start(suite::variant(&format!("3x4:{}:{}", start[2], start[1])));
            let Some(value) = with_position!(&position, |p| table.value(p)) else {
                continue;
            };
            assert_eq!(value.word().to_uppercase(), start[3], "{start:?}");
            assert_eq!(
                value.distance().map_or(-1, i32::from),
                start[4].parse::<i32>().unwrap(),
                "{start:?}"
            );
            line(&table, &position);
            starts += 1;
        }
        done += 1;
    }
    assert_eq!((done, starts), (99, 237));
}

/// Dobutsu shogi: all published numbers, and a proof of every reachable value.
#[test]
#[ignore = "minutes and 1.3 GB: cargo xtask long"]
fn dobutsu_shogi_is_solved() {
    let start = start(suite::variant("dobutsu"));
    let table = build(&start);
    let reached = with_position!(&start, |p| {
        assert_eq!(table.value(p), Some(Value::Loss(78)));
        table.reach(p, &mut Watch::new(&mut |_| true)).unwrap()
    });
    // Tanaka 2009: reachable positions; wins, losses and draws among those where the game is not
    // over; the longest win; arrangements.
    assert_eq!(reached.positions, 246_803_167);
    assert_eq!(
        (reached.wins, reached.losses, reached.draws),
        (56_474_473, 40_328_395, 2_682_700)
    );
    assert_eq!(table.deepest_win(), 173);
    assert_eq!(table.index().arrangements(), 1_567_925_964);
    // Later solvers: the games that end by capture and by a try.
    assert_eq!((reached.takes, reached.tries), (140_298_614, 7_018_985));
    assert_eq!(reached.most_moves, 38);
    assert_eq!(reached.wrong, 0);
    line(&table, &start);
}
