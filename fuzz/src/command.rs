#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yose_testkit::parsers::run("command", bytes));
