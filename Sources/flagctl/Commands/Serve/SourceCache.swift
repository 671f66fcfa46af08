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
        let address: String
        switch location {
        case .file: return nil
        case .http(let http): address = http.text
        case .etcd(let etcd): address = etcd.text
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
