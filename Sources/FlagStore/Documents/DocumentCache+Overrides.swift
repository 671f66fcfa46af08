import FlagResolver

extension DocumentCache {
    /// The overrides that an earlier run has kept, as JSON; `nil` if there are none.
    func readOverrides() -> (json: [UInt8]?, diagnostics: [StoreDiagnostic]) {
        let path = directory.path(.overrides)
        do throws(FileFailure) {
            let (limit, overflow) = byteLimit.addingReportingOverflow(CacheFile.overhead)
            let bytes = try files.read(path, limit: overflow ? .max : limit)
            guard let file = CacheFile(bytes) else { return (nil, [.damagedOverrides(path)]) }
            return (file.payload, [])
        } catch {
            return (nil, error.isAbsence ? [] : [.unreadable(error)])
        }
    }

    /// Keeps the overrides for the next start.
    ///
    /// - Returns: The problem, if writing failed or another store writes.
    func write(overrides json: [UInt8], at wallTime: Int64) -> StoreDiagnostic? {
        exclusively { state in
            do throws(FileFailure) {
                guard try takeOwnership(&state) else {
                    return state.isClosed ? nil : .overridesNotKept(reason: "this process may not write them")
                }
                try directory.writeTemporary(CacheFile(writtenAt: wallTime, payload: json), as: .overrides)
                try directory.useTemporary(as: .overrides)
                try directory.synchronize()
                return nil
            } catch {
                return .overridesNotKept(reason: error.description)
            }
        }
    }
}

/// The overrides of an earlier run, and what is wrong with them.
struct KeptOverrides: Sendable {
    var overrides: [ExactText: DebugOverride] = [:]
    var diagnostics: [StoreDiagnostic] = []
}

extension DocumentKeeper {
    /// The overrides that an earlier run has kept.
    ///
    /// They are left out after crashes in a row, which one of them may have caused.
    ///
    /// Call it between ``load(bundledDocument:)`` and ``start(with:for:)``.
    func keptOverrides(for start: StartDocuments) -> KeptOverrides {
        guard let cache else {
            return KeptOverrides(diagnostics: [.overridesNotKept(reason: "the store has no directory")])
        }
        let (json, diagnostics) = cache.readOverrides()
        guard let json else { return KeptOverrides(diagnostics: diagnostics) }
        let damaged = KeptOverrides(diagnostics: [.damagedOverrides(cache.directory.path(.overrides))])
        var problems: [OverrideError] = []
        do throws(OverrideError) {
            let overrides = try DebugOverrides.read(json, limits: configuration.limits, problems: &problems)
            guard problems.isEmpty else { return damaged }
            guard overrides.isEmpty || start.cache.crashLoop?.crashes == nil else {
                return KeptOverrides(diagnostics: [.overridesLeftOut])
            }
            return KeptOverrides(overrides: overrides)
        } catch {
            return damaged
        }
    }
}

extension StoreDiagnostic {
    fileprivate static func damagedOverrides(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .cacheUnreadable,
            "\(path) is damaged or has an unknown format, and no override of an earlier run is in effect; the next override"
                + " replaces it")
    }

    fileprivate static func overridesNotKept(reason: String) -> StoreDiagnostic {
        StoreDiagnostic(.cacheNotWritten, "overrides are in effect, but not kept for the next start: \(reason)")
    }

    fileprivate static let overridesLeftOut = StoreDiagnostic(
        .crashLoop,
        "the app crashed several times in a row soon after its start; the overrides of earlier runs are not in effect in"
            + " this run")
}
