import FlagPublishing
import FlagStore

extension CommandOption where Self == Option<String?> {
    static var cacheDirectory: Self {
        Option(
            name: "cache", value: .file("DIRECTORY"),
            summary:
                "where documents from servers and etcd are kept for the next start; the default is in the user's cache directory"
        )
    }
}

/// The directories in which documents from servers and etcd are kept for the next start.
enum SourceCache {
    /// The directory for a source; `nil` if the environment names none.
    static func directory(for location: DocumentLocation, below chosen: String?) -> String? {
        if case .file = location { return nil }
        return directory(of: location, below: chosen)
    }

    /// The directory for the lowest version of a source that is accepted: beside the cache, which may be cleared; `nil` if the
    /// environment names none.
    static func trustDirectory(for location: DocumentLocation, below chosen: String?) -> String? {
        directory(of: location, below: chosen).map { $0 + "-trust" }
    }

    private static func directory(of location: DocumentLocation, below chosen: String?) -> String? {
        let address: String =
            switch location {
            // Links are not resolved, because deployments replace them.
            case .file(let path):
                "/"
                    + FilePath.resolvingParents(
                        in: (FilePath.isAbsolute(path) ? [] : FilePath.names(of: FileSystem.workingFolder))
                            + FilePath.names(of: path)
                    ).joined(separator: "/")
            case .http(let http): http.text
            case .etcd(let etcd): etcd.text
            }
        guard let base = chosen ?? standard else { return nil }
        let identity = DocumentIdentity(of: Array(address.utf8))
        return "\(base)/\(String(identity.checksum, radix: 16))"
    }

    /// The system's directory for this user's caches.
    private static var standard: String? {
        func variable(_ name: String) -> String? {
            RunningProcess.variable(name).flatMap { FilePath.isAbsolute($0) ? $0 : nil }
        }
        // systemd sets CACHE_DIRECTORY.
        if let directory = variable("CACHE_DIRECTORY") { return directory }
        if let directory = variable("XDG_CACHE_HOME") { return "\(directory)/flagctl" }
        return variable("HOME").map { "\($0)/.cache/flagctl" }
    }
}
