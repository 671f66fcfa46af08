extension SettingsDocument {
    /// The value of a setting of any type, and the reason for it.
    ///
    /// ```swift
    /// let resolution = document.resolution(of: "checkout.style", for: "1.4.0")
    /// print(resolution.value?.description ?? "none", resolution.reason)   // "modern" targetingMatch
    /// print(resolution.location?.description ?? "none")                   // 13:9
    /// ```
    ///
    /// 1. An entry is skipped because of its type only if its value does not have the type that the setting declares. A
    ///    typed read is stricter: it skips every value that does not have the requested type.
    /// 2. The value is `nil` if the document has no such setting, if its default is missing, or if the default does not
    ///    have the declared type; ``Resolution/errorCode`` says which. A `null` in the document is a ``JSONValue``.
    /// 3. ``Resolution/issues`` are those of ``issues`` that belong to the setting. If an entry tests the app version
    ///    and the context has none, an issue is added; and one for each condition that tests a value of the context which
    ///    has another kind, such as a number where it needs a string.
    ///
    /// - Parameters:
    ///   - name: The path of the setting joined with `.`; the name of a group is not the name of a setting.
    ///   - context: What is known about the running app.
    /// - Complexity: O(*n*) for the entries of the setting and the issues of the document.
    public func resolution(of name: String, for context: EvaluationContext) -> Resolution<JSONValue?> {
        guard let setting = index(named: name) else { return Resolution(value: nil, details: .notFound) }
        let resolved = resolve(setting, for: context)
        var issues = issues.filter { $0.settingIndex == setting }
        if resolved.errorCode == .invalidContext {
            issues += self.issues(problemWithoutVersion(in: context), of: setting, at: Int(loaded[setting].node))
        }
        issues += unusableInputIssues(of: setting, for: context)
        let details = ResolutionDetails(
            reason: resolved.reason,
            errorCode: resolved.errorCode,
            entryIndex: resolved.entry.map { Int(loaded[$0].documentIndex) },
            issues: issues,
            source: resolved.entry.map { .entry($0, of: self) }
                ?? resolved.value.map { .node(UInt32($0), of: self) } ?? .nowhere
        )
        return Resolution(value: resolved.value.map { tree[$0] }, details: details)
    }

    /// The value of a setting of any type for an app version, and the reason for it.
    ///
    /// The same as ``resolution(of:for:)-(_,EvaluationContext)`` for a context with that version.
    public func resolution(of name: String, for version: AppVersion) -> Resolution<JSONValue?> {
        resolution(of: name, for: EvaluationContext(appVersion: version))
    }

    /// The requirement of the entry that gave a value, as it was written; `nil` if the default did.
    package func requirement(of resolution: NodeResolution) -> VersionRequirement? {
        resolution.entry.flatMap { requirement(of: loaded[$0]) }
    }

    /// The node that gives a value: the object of the entry, or the value of the default.
    package func origin(of resolution: NodeResolution) -> Int? {
        resolution.entry.map { Int(loaded[$0].node) } ?? resolution.value
    }
}

extension SettingsSnapshot {
    /// The value of a setting of any type, and the reason for it.
    ///
    /// The same as ``SettingsDocument/resolution(of:for:)-(_,EvaluationContext)`` for the context of the snapshot.
    ///
    /// - Returns: A resolution without a value if the document has no such setting, or gives no value for it.
    /// - Complexity: O(*n*) for the entries of the setting and the issues of the document.
    public func resolution(of name: String) -> Resolution<JSONValue?> {
        document.resolution(of: name, for: context)
    }
}
