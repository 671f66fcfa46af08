/// The version of flagctl itself, as `--version`, the manual page and SARIF state it.
enum ToolVersion {
    static let current = "0.1.0"
}
