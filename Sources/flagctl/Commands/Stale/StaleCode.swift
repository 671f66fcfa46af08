import FlagAnalysis
import FlagReferences
import FlagResolver

/// The code that names settings, for settings that can be deleted.
struct StaleCode {
    /// Whether all code of `--code` could be read.
    let isComplete: Bool
    private let comparison: CodeComparison?
    private let settings: [ExactText: CodeComparison.Setting]

    /// - Parameter paths: The paths of `--code`; without them, nothing is known about code.
    init(
        _ paths: [String], of arguments: ParsedArguments, _ documents: [LoadedDocument], in session: inout Session
    ) {
        guard !paths.isEmpty else {
            (comparison, settings, isComplete) = (nil, [:], true)
            return
        }
        let failureCount = session.failures.count
        let code = ScannedCode.read(paths, of: arguments, documents, in: &session)
        let comparison = CodeComparison(documents, code)
        self.comparison = comparison
        settings = Dictionary(comparison.settings.map { (ExactText($0.name), $0) }) { first, _ in first }
        isComplete = session.failures.count == failureCount
    }

    /// The references to a setting; `nil` if no code was searched.
    func references(to setting: String) -> [CodeReference]? {
        comparison.map { $0.code.located(settings[ExactText(setting)]?.references ?? []) }
    }

    private static let maximumCount = 5

    /// Adds the references to a setting to a finding about it.
    func add(to diagnostic: inout Diagnostic) {
        guard let setting = diagnostic.setting, let references = references(to: setting) else { return }
        let mentions = settings[ExactText(setting)]?.mentions ?? []
        guard !references.isEmpty || !mentions.isEmpty else {
            let hidden = comparison?.code.references.unseen.count ?? 0
            let others = comparison?.code.otherFiles.count ?? 0
            diagnostic.notes.append(
                "the code that was searched does not name it"
                    + (hidden > 0 ? "; \(Count.of(hidden, "place")) in it may read any setting" : "")
                    + (others > 0
                        ? "; \(Count.of(others, "file")) in other languages \(others == 1 ? "was" : "were") not read"
                        : ""))
            return
        }
        diagnostic.related += mentions.prefix(Self.maximumCount).map {
            Diagnostic.RelatedLocation(
                location: $0, message: "its name is here; whether this code reads it is not known")
        }
        diagnostic.related += references.prefix(Self.maximumCount).map { found in
            let message =
                switch found.reference.kind {
                case .declaration: "its key is declared here"
                case .read: found.reference.certainty == .possible ? "this code may read it" : "this code reads it"
                case .override: "it is overridden here"
                }
            return Diagnostic.RelatedLocation(location: found.location, message: message)
        }
        let others = references.count - Self.maximumCount
        if others > 0 {
            diagnostic.notes.append(
                "and \(Count.of(others, "further reference")) in the code, which --format json lists")
        }
    }
}
