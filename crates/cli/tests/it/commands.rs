//! The command line, word for word: `tests/cmd/*.trycmd` hold what a user types and sees. After an
//! intended change, `TRYCMD=overwrite cargo test -p yose` writes the new answers; read the
//! difference.

#[test]
fn commands_print_what_they_promise() {
    trycmd::TestCases::new()
        .env("LC_ALL", "C")
        .case("tests/cmd/*.trycmd");
}
