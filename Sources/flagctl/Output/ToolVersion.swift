/// The version of flagctl itself, for `--version`, the manual page and SARIF.
enum ToolVersion {
    static let current = "1.0.0"
}
