@testable import flagctl

/// Programs that some tests need and that need not be there.
enum Tool {
    /// Whether a program is on the search path and runs.
    static func isThere(_ name: String) -> Bool {
        (try? Subprocess.run(name, ["--version"], atMost: 65536))?.status == 0
    }
}
