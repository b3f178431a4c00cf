//! Samples of frames, and what they say about the whole.

use yose_enumerate::sample::{Forecast, forecast};
use yose_enumerate::{OneIn, Sample};

#[test]
fn a_sample_is_chosen_by_its_seed_alone() {
    let choose = |frames, seed| {
        Sample {
            frames,
            seed,
            every: 1,
        }
        .choose(100)
    };
    for seed in 0..20 {
        let chosen = choose(10, seed);
        assert_eq!(chosen.len(), 10);
        assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]) && chosen[9] < 100);
        assert_eq!(chosen, choose(10, seed));
        assert_ne!(chosen, choose(10, seed + 1));
        let more = choose(11, seed);
        assert!(chosen.iter().all(|frame| more.contains(frame)));
    }
    assert_eq!(choose(1000, 7), (0..100).collect::<Vec<_>>());
}

/// Every frame is chosen as often as any other: three of ten, 3000 times each 900 with a standard
/// deviation of 25.
#[test]
fn every_frame_is_as_likely_as_any_other() {
    let mut counts = [0_i32; 10];
    for seed in 0..3000 {
        for frame in (Sample {
            frames: 3,
            seed,
            every: 1,
        })
        .choose(10)
        {
            counts[frame] += 1;
        }
    }
    assert_eq!(counts.iter().sum::<i32>(), 9000);
    assert!(
        counts.iter().all(|&count| (count - 900).abs() < 125),
        "{counts:?}"
    );
}

/// One in ten diagrams, by the number and the seed alone.
#[test]
fn diagrams_of_a_frame_are_chosen_evenly() {
    for seed in [0, 1, 99] {
        let one_in = OneIn { every: 10, seed };
        let taken: Vec<u64> = (0..20_000).filter(|&number| one_in.takes(number)).collect();
        // 2000, with a standard deviation of 42.
        assert!((1800..2200).contains(&taken.len()), "{}", taken.len());
        let other = OneIn {
            every: 10,
            seed: seed + 1,
        };
        assert!(taken.iter().any(|&number| !other.takes(number)));
    }
    assert!((0..100).all(|number| OneIn { every: 1, seed: 5 }.takes(number)));
}

/// A made-up space: frames of different sizes, a count in each that goes with the size and
/// scatters.
fn population() -> Vec<(u64, f64)> {
    let scattered = |i: u64| (yose_board::splitmix(i) % 1000) as f64 / 1000.0;
    (0..400)
        .map(|i| {
            let size = 100 + 37 * (i % 11);
            (size, (size as f64 * (0.02 + 0.03 * scattered(i))).round())
        })
        .collect()
}

#[test]
fn a_forecast_is_as_good_as_it_says() {
    let all = population();
    let diagrams: u64 = all.iter().map(|&(size, _)| size).sum();
    let truth: f64 = all.iter().map(|&(_, count)| count).sum();
    assert_eq!(
        forecast(&all, all.len(), diagrams),
        Forecast {
            value: truth,
            error: 0.0
        }
    );
    let (mut within_one, mut within_two, mut sum) = (0, 0, 0.0);
    const TRIES: u64 = 1000;
    for seed in 0..TRIES {
        let chosen = Sample {
            frames: 40,
            seed,
            every: 1,
        }
        .choose(all.len());
        let sampled: Vec<(u64, f64)> = chosen.iter().map(|&i| all[i]).collect();
        let Forecast { value, error } = forecast(&sampled, all.len(), diagrams);
        sum += value;
        within_one += u32::from((value - truth).abs() <= error);
        within_two += u32::from((value - truth).abs() <= 2.0 * error);
    }
    // 68 and 95 of a hundred, if it were exactly normal.
    assert!((600..=750).contains(&within_one), "{within_one}");
    assert!((910..=980).contains(&within_two), "{within_two}");
    assert!((sum / TRIES as f64 / truth - 1.0).abs() < 0.005);
    // A count that goes exactly with the size has no error, and one frame says nothing about it.
    let even: Vec<(u64, f64)> = [3_u64, 8, 5].map(|size| (size, 2.0 * size as f64)).to_vec();
    let Forecast { value, error } = forecast(&even, 100, 1000);
    assert!((value - 2000.0).abs() < 1e-9 && error < 1e-9);
    assert!(forecast(&even[..1], 100, 1000).error.is_infinite());
}
