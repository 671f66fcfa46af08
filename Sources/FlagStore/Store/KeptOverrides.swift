import FlagResolver

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
