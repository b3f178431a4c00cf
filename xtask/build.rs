//! Tells the program which target it was built for.
fn main() {
    println!(
        "cargo:rustc-env=HOST={}",
        std::env::var("TARGET").unwrap_or_default()
    );
    println!("cargo:rerun-if-changed=build.rs");
}
