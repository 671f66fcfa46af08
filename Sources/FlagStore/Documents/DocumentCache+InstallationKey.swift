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

    /// Creates the file of the installation key, unless another process has created it in the meantime.
    ///
    /// It needs no lock: the file gets its name when it is complete, and only one of several processes gives it the name.
    ///
    /// - Returns: The open file, which is not synchronised yet; `nil` if there is another key.
    func create(_ key: InstallationKey, at wallTime: Int64) throws(FileFailure) -> OpenFile? {
        let path = directory.path(.installation)
        try directory.make()
        // No other process uses the name.
        let temporary = "\(path).\(key.text.suffix(8))"
        let file = try files.create(temporary)
        var isFirst = false
        do throws(FileFailure) {
            defer { try? files.remove(temporary) }
            try files.write(CacheFile(writtenAt: wallTime, payload: key.payload).encoded[...], to: file)
            // Without the mark, two devices can share a key.
            try? files.excludeFromBackups(temporary)
            isFirst = try files.link(temporary, to: path)
        } catch {
            files.close(file)
            throw error
        }
        if isFirst { return file }
        files.close(file)
        return nil
    }

    /// Waits until a new file of the installation key is on disk.
    func synchronize(_ file: OpenFile) -> StoreDiagnostic? {
        defer { files.close(file) }
        do throws(FileFailure) {
            try files.synchronize(file)
            try directory.synchronize()
            return nil
        } catch {
            return .installationKeyNotKept(reason: error.description)
        }
    }

    /// Replaces a damaged installation key, unless another process has done so in the meantime.
    ///
    /// - Returns: The problem, if the next start will have another key.
    func replaceInstallationKey(with key: InstallationKey, at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            do throws(FileFailure) {
                guard try takeOwnership(&state) else {
                    return .installationKeyNotKept(reason: "this process may not write it")
                }
                if case .key(let other) = readInstallationKey() {
                    return other == key ? nil : .installationKeyNotKept(reason: "another process has made one, too")
                }
                try directory.writeTemporary(CacheFile(writtenAt: wallTime, payload: key.payload), as: .installation)
                try? files.excludeFromBackups(directory.temporaryPath(.installation))
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
    /// The key of this installation: the one on disk, otherwise a new one.
    ///
    /// Processes that start at the same time have the same key: the first that creates the file decides.
    ///
    /// Call it once, between ``load(bundledDocument:)`` and ``start(with:for:)``.
    package func installationKey() -> StartInstallationKey {
        guard let cache else { return StartInstallationKey(key: .ofProcess, isKept: false) }
        var random = SystemRandomNumberGenerator()
        let newKey = InstallationKey(using: &random)
        switch cache.readInstallationKey() {
        case .key(let key):
            return StartInstallationKey(key: key)
        case .absent where configuration.directoryAccess == .readOnly:
            let problem = StoreDiagnostic.installationKeyNotKept(reason: "this process may not write it")
            return StartInstallationKey(key: newKey, diagnostics: [problem])
        case .absent: return create(newKey, in: cache)
        case .damaged:
            onDisk { $0.replaceInstallationKey(with: newKey, at: $1) }
            let problem = StoreDiagnostic.installationKeyReplaced(cache.directory.path(.installation))
            return StartInstallationKey(key: newKey, diagnostics: [problem])
        case .unreadable(let failure):
            let problem = StoreDiagnostic.installationKeyNotKept(reason: failure.description)
            return StartInstallationKey(key: newKey, diagnostics: [problem])
        }
    }

    private func create(_ newKey: InstallationKey, in cache: DocumentCache) -> StartInstallationKey {
        do throws(FileFailure) {
            if let file = try cache.create(newKey, at: configuration.clock.wallTime) {
                onDisk { cache, _ in cache.synchronize(file) }
            } else if case .key(let other) = cache.readInstallationKey() {
                return StartInstallationKey(key: other)
            }
            return StartInstallationKey(key: newKey)
        } catch {
            let problem = StoreDiagnostic.installationKeyNotKept(reason: error.description)
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
