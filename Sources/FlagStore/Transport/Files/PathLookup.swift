#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The directories in which a change can make a path lead to something else.
///
/// For `/etc/flags/app.json` that is `/etc/flags`. Every symbolic link on the way adds the directory that it is in:
/// Kubernetes exchanges a link in the middle, and whoever looks at the last directory only never sees that.
struct PathLookup {
    private(set) var directories: Set<String> = []

    /// As many as Linux follows.
    private static let mostLinks = 40

    init(of path: String) {
        let current = FileManager.default.currentDirectoryPath
        var rest = Self.names(path.hasPrefix("/") ? path : "\(current)/\(path)")
        var resolved = ""
        var linkCount = 0
        while let name = rest.popLast() {
            if name == ".." {
                resolved = resolved.lastIndex(of: "/").map { String(resolved[..<$0]) } ?? ""
                continue
            }
            let directory = resolved.isEmpty ? "/" : resolved
            let next = "\(resolved)/\(name)"
            if let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: next) {
                directories.insert(directory)
                linkCount += 1
                guard linkCount <= Self.mostLinks else { return }
                if destination.hasPrefix("/") { resolved = "" }
                rest += Self.names(destination)
            } else if FileFingerprint(of: next) == nil {
                // What is not there yet comes into being here.
                directories.insert(directory)
                return
            } else {
                if rest.isEmpty { directories.insert(directory) }
                resolved = next
            }
        }
    }

    /// The names of a path, the last one first.
    private static func names(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }
}
