//! Faults that a diagram refuses.

use yose_draw::{Coordinates, Diagram, DiagramError};

fn bare(files: u8, ranks: u8, cells: usize) -> Result<Diagram, DiagramError> {
    Diagram::new(Coordinates::Shogi, files, ranks, vec![None; cells])
}

#[test]
fn one_cell_for_every_square() {
    assert!(bare(3, 4, 12).is_ok());
    let error = bare(3, 4, 13).unwrap_err();
    assert_eq!(
        error,
        DiagramError::Cells {
            files: 3,
            ranks: 4,
            cells: 13
        }
    );
    assert_eq!(error.to_string(), "a board of 3x4 has 12 cells, not 13");
}

#[test]
fn sizes_that_can_be_named() {
    for (files, ranks) in [(0, 3), (3, 0), (27, 1), (1, 255)] {
        let cells = usize::from(files) * usize::from(ranks);
        assert_eq!(
            bare(files, ranks, cells).unwrap_err(),
            DiagramError::Size { files, ranks }
        );
    }
    assert!(bare(26, 26, 676).is_ok());
}

#[test]
fn highlights_lie_on_the_board() {
    let error = bare(3, 4, 12)
        .unwrap()
        .with_highlight(&[(0, 0), (3, 1)])
        .unwrap_err();
    assert_eq!(
        error,
        DiagramError::Highlight {
            column: 3,
            row: 1,
            files: 3,
            ranks: 4
        }
    );
}
