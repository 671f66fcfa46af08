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

extension StoreDiagnostic {
    static func damagedOverrides(_ path: String) -> StoreDiagnostic {
        StoreDiagnostic(
            .cacheUnreadable,
            "\(path) is damaged or has an unknown format, and no override of an earlier run is in effect; the next override"
                + " replaces it")
    }

    static func overridesNotKept(reason: String) -> StoreDiagnostic {
        StoreDiagnostic(.cacheNotWritten, "overrides are in effect, but not kept for the next start: \(reason)")
    }

    static let overridesLeftOut = StoreDiagnostic(
        .crashLoop,
        "the app crashed several times in a row soon after its start; the overrides of earlier runs are not in effect in"
            + " this run")
}
