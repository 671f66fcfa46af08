import FlagResolver

extension DocumentCache {
    /// The result of reading the installation key.
    enum InstallationKeyFile: Sendable {
        case key(InstallationKey)
        case absent
        case damaged

        /// The file may be intact: the system may allow reading it later.
        case unreadable(FileFailure)
    }

    /// Reads the installation key.
    func readInstallationKey() -> InstallationKeyFile {
        do throws(FileFailure) {
            let bytes = try files.read(directory.path(.installation), limit: CacheFile.overhead + 65_536)
            return CacheFile(bytes).flatMap { InstallationKey($0.payload) }.map { .key($0) } ?? .damaged
        } catch {
            return error.isAbsence ? .absent : .unreadable(error)
        }
    }

    /// Writes an installation key, unless another process has written one in the meantime.
    ///
    /// - Returns: The problem, if the next start will have another key.
    func write(_ key: InstallationKey, at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            do throws(FileFailure) {
                guard try takeOwnership(&state) else {
                    return .installationKeyNotKept(reason: "this process may not write it")
                }
                if case .key(let other) = readInstallationKey() {
                    return other == key ? nil : .installationKeyNotKept(reason: "another process has made one, too")
                }
                try directory.writeTemporary(CacheFile(writtenAt: wallTime, payload: key.payload), as: .installation)
                try directory.useTemporary(as: .installation)
                try directory.synchronize()
                return nil
            } catch {
                return .installationKeyNotKept(reason: error.description)
            }
        }
    }
}

extension DocumentKeeper {
    /// The key of this installation: the one on disk, otherwise a new one, which is written in the background.
    ///
    /// Call it once, between ``load(bundledDocument:)`` and ``start(with:for:)``.
    package func installationKey() -> StartInstallationKey {
        guard let cache else { return StartInstallationKey(key: .ofProcess, isKept: false) }
        var random = SystemRandomNumberGenerator()
        let newKey = InstallationKey(using: &random)
        switch cache.readInstallationKey() {
        case .key(let key):
            return StartInstallationKey(key: key)
        case .absent:
            onDisk { $0.write(newKey, at: $1) }
            return StartInstallationKey(key: newKey)
        case .damaged:
            onDisk { $0.write(newKey, at: $1) }
            let problem = StoreDiagnostic.installationKeyReplaced(cache.directory.path(.installation))
            return StartInstallationKey(key: newKey, diagnostics: [problem])
        case .unreadable(let failure):
            let problem = StoreDiagnostic.installationKeyNotKept(reason: failure.description)
            return StartInstallationKey(key: newKey, diagnostics: [problem])
        }
    }
}

extension StoreDiagnostic {
    static func installationKeyReplaced(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .installationKeyReplaced,
            "\(path) is damaged; a new installation key replaces it, so that rollouts may include other installations"
        )
    }

    static func installationKeyNotKept(reason: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .installationKeyNotKept,
            "the installation key is used until the process ends, because it is not kept: \(reason);"
                + " rollouts may change at the next start"
        )
    }
}
