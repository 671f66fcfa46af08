import FlagAnalysis
import FlagResolver

/// A document resolved for the app versions of a run.
struct ResolvedDocument {
    let document: LoadedDocument
    let versions: [AppVersion]
    /// The versions as they are shown.
    let titles: [String]
    /// The settings that are shown, in their order.
    let settings: [SettingIndex]
    /// For each version, the resolutions of `settings` in the same order. All of them have a value.
    let resolutions: [[NodeResolution]]
    /// The resolutions for a service's context without a version; `nil` otherwise.
    let unversioned: [NodeResolution]?

    /// - Parameters:
    ///   - settings: The settings to show. Those without a value are omitted.
    ///   - isOnlyOverridden: Whether settings that have their default for every version are omitted.
    ///   - context: The context without the version.
    init(
        _ document: LoadedDocument, _ settings: [SettingIndex], for given: [GivenVersion],
        context: EvaluationContext, isOnlyOverridden: Bool
    ) {
        self.document = document
        versions = given.map(\.version)
        titles = given.map(\.text)
        let loaded = document.settings.loaded
        var candidates = settings.filter { !loaded[$0].isUnresolvable }
        var resolutions = versions.map { version in
            var context = context
            context.appVersion = version
            return document.settings.resolve(candidates, for: context)
        }
        if isOnlyOverridden {
            let shown = candidates.indices.filter { index in
                resolutions.contains { $0[index].entry != nil }
            }
            candidates = shown.map { candidates[$0] }
            resolutions = resolutions.map { column in shown.map { column[$0] } }
        }
        self.settings = candidates
        self.resolutions = resolutions
        unversioned = nil
    }

    /// Resolves a document for one context, which need not have a version.
    init(_ document: LoadedDocument, _ settings: [SettingIndex], for context: EvaluationContext) {
        self.document = document
        let loaded = document.settings.loaded
        self.settings = settings.filter { !loaded[$0].isUnresolvable }
        let resolutions = document.settings.resolve(self.settings, for: context)
        versions = context.appVersion.map { [$0] } ?? []
        titles = versions.map(\.description)
        self.resolutions = context.appVersion == nil ? [] : [resolutions]
        unversioned = context.appVersion == nil ? resolutions : nil
    }

    /// The conditions of the entry that gave a value, on one line, clipped if they are long; `nil` for the default.
    func condition(of resolution: NodeResolution) -> String? {
        entry(of: resolution).map { ShortText.ofConditions(of: $0, in: document.settings) }
    }

    /// The requirement of the entry that gave a value, as it was written; `nil` if it has none, and for the default.
    func requirement(of resolution: NodeResolution) -> String? {
        document.settings.requirement(of: resolution)?.description
    }

    func entry(of resolution: NodeResolution) -> EntryRecord? {
        resolution.entry.map { document.settings.loaded[$0] }
    }

    func value(of resolution: NodeResolution) -> JSONValue { document.tree[resolution.value ?? 0] }

    /// The node that explains a resolution: the entry, or the value of the default.
    func origin(of resolution: NodeResolution) -> Int {
        document.settings.origin(of: resolution) ?? 0
    }
}

extension Session {
    /// Reports the inputs that the entries of a document test and the context lacks, or has in a form that cannot be used.
    mutating func reportMissingInputs(of result: ResolvedDocument, _ context: EvaluationContext) {
        let inputs = ContextInputs(of: result.settings, in: result.document.settings)
        let unusable = inputs.unusable(in: context, DeclaredAttributes(of: result.document.tree))
        // What the context could not read was reported when it was read.
        for input in unusable where !input.isRefused {
            let text = context[input.name].map { "\(input.name)=\(SettingProblem.quoted("\($0)"))" }
            report(
                Diagnostic(
                    subject: .name(result.document.name), severity: .warning,
                    message: "some entries do not match: \(input.message)",
                    code: SettingIssue.Code.unusableAttribute.rawValue,
                    help: input.lacksQuotationMarks
                        ? text.map { "in a shell: --attribute \(ShellQuoting.quoted($0))" } : nil))
        }
        func isMissing(_ name: String) -> Bool { !unusable.contains { $0.name == name } }
        var missing = inputs.attributes.filter { context[$0] == nil && isMissing($0) }.map { "--attribute \($0)=…" }
        if inputs.testsTargetingKey, context.targetingKey == nil, isMissing("targetingKey") {
            missing.append("--key KEY")
        }
        if inputs.testsDate, context.instant == nil, isMissing("date") { missing.append("--at INSTANT") }
        guard !missing.isEmpty else { return }
        report(
            Diagnostic(
                subject: .name(result.document.name), severity: .note,
                message:
                    "some entries do not match, because they test inputs that were not given: \(missing.joined(separator: ", "))",
                code: "incomplete-context"))
    }
}
