import FlagAnalysis
import FlagResolver

/// A saved result of `resolve --format json`, to compare a new one with.
struct Expectation {
    /// Why a document is not a saved result, and where.
    struct FormatError: Error, Equatable {
        enum Kind {
            case noResult
            case incompleteResult
        }

        let kind: Kind
        let span: Range<Int>
    }

    private struct Result {
        let node: Int
        let subject: Subject
        /// The node of the object of values.
        let values: Int
    }

    private struct Subject: Hashable {
        let file: String
        let version: AppVersion
    }

    private let tree: JSONTree
    private let source: SourceText
    private let results: [Result]

    /// - Throws: `FormatError` if the document is not a result of `resolve`.
    init(_ tree: JSONTree, name: String) throws(FormatError) {
        func error(_ kind: FormatError.Kind, at node: Int) -> FormatError {
            FormatError(kind: kind, span: tree.nodes[node].span)
        }
        guard let schema = tree.member(named: "schema" as StaticString, of: 0),
            tree.isString(at: schema, equalTo: "flagctl/resolve/1"),
            let list = tree.member(named: "results" as StaticString, of: 0), tree.kind(of: list) == .array
        else { throw error(.noResult, at: 0) }
        var results: [Result] = []
        for node in tree.elements(of: list) {
            guard let file = tree.member(named: "file" as StaticString, of: node).flatMap({ tree.string(at: $0) }),
                let text = tree.member(named: "version" as StaticString, of: node).flatMap({ tree.string(at: $0) }),
                let version = AppVersion(text),
                let values = tree.member(named: "values" as StaticString, of: node), tree.kind(of: values) == .object
            else { throw error(.incompleteResult, at: node) }
            results.append(Result(node: node, subject: Subject(file: file, version: version), values: values))
        }
        self.tree = tree
        source = SourceText(name: name, bytes: tree.bytes[...])
        self.results = results
    }

    /// The differences between the new results and the saved ones, each with its location.
    ///
    /// - Parameter flags: The only settings, groups and patterns to compare; empty for all settings.
    func differences(from resolved: [ResolvedDocument], flags: [SettingPattern]) -> [Diagnostic] {
        var differences: [Diagnostic] = []
        var used: Set<Subject> = []
        let saved = Dictionary(
            results.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        for document in resolved {
            for (version, resolutions) in zip(document.versions, document.resolutions) {
                let subject = Subject(file: document.document.name, version: version)
                guard let expected = saved[subject] else {
                    differences.append(
                        Diagnostic(
                            subject: .name(document.document.name), severity: .error,
                            message: "nothing was saved for \(version)", code: "unexpected-result",
                            notes: ["the saved result is \(source.name)"]))
                    continue
                }
                used.insert(subject)
                differences += compare(document, version, resolutions, with: expected, flags: flags)
            }
        }
        for result in results where !used.contains(result.subject) {
            differences.append(
                difference(
                    "\(quoted(result.subject.file)) for \(result.subject.version) was saved but is not resolved now",
                    at: result.node))
        }
        return differences
    }

    private func compare(
        _ document: ResolvedDocument, _ version: AppVersion, _ resolutions: [NodeResolution], with expected: Result,
        flags: [SettingPattern]
    ) -> [Diagnostic] {
        var differences: [Diagnostic] = []
        var saved: [[UInt8]: (key: Int, value: Int)] = [:]
        for member in tree.members(of: expected.values) { saved[tree.stringBytes(at: member.key) ?? []] = member }
        for (setting, resolution) in zip(document.settings, resolutions) {
            guard let value = resolution.value else { continue }
            let name = Array(document.document.settings.nameBytes(of: setting))
            let old = saved.removeValue(forKey: name)
            if let old, document.document.tree.isEqual(value, to: tree, old.value) { continue }
            differences.append(changed(document, name, value, version, old: old?.value))
        }
        for member in tree.members(of: expected.values) {
            let name = tree.stringBytes(at: member.key) ?? []
            guard saved[name] != nil, flags.isEmpty || flags.contains(where: { $0.matches(name) }) else { continue }
            let title = NameText.quoted(String(decoding: name, as: UTF8.self))
            let message = "\(title) was \(text(member.value)) for \(version) but has no value now"
            differences.append(difference(message, at: member.key))
        }
        return differences
    }

    private func changed(
        _ document: ResolvedDocument, _ name: [UInt8], _ value: Int, _ version: AppVersion, old: Int?
    ) -> Diagnostic {
        let tree = document.document.tree
        let title = NameText.quoted(String(decoding: name, as: UTF8.self))
        let message: String
        if let old, let difference = ValueDifference(from: self.tree[old], to: tree[value]) {
            let members = ValueText.text(of: difference, self.tree, tree)
            message = "\(title) differs from the saved value for \(version): \(members)"
        } else {
            let expected = old.map { "expected \(text($0))" } ?? "expected no such setting"
            message = "\(title) is \(ValueText.clipped(tree[value])) for \(version), \(expected)"
        }
        var diagnostic = Diagnostic(
            subject: document.document.subject(tree.nodes[value].span), severity: .error, message: message,
            code: "unexpected-value")
        if let old {
            let location = Diagnostic.Location(source: source, span: self.tree.nodes[old].span)
            diagnostic.related = [Diagnostic.RelatedLocation(location: location, message: "the saved value")]
        }
        return diagnostic
    }

    private func difference(_ message: String, at node: Int) -> Diagnostic {
        Diagnostic(
            subject: .location(Diagnostic.Location(source: source, span: tree.nodes[node].span)), severity: .error,
            message: message, code: "missing-result")
    }

    private func text(_ node: Int) -> String {
        ValueText.clipped(tree[node])
    }
}

extension Expectation.FormatError {
    func diagnostic(in tree: JSONTree, name: String) -> Diagnostic {
        let source = SourceText(name: name, bytes: tree.bytes[...])
        let message =
            switch kind {
            case .noResult:
                "not a saved result: \"schema\" is not \"flagctl/resolve/1\", or \"results\" is not an array"
            case .incompleteResult: "a result needs a \"file\", a \"version\" and an object of \"values\""
            }
        return Diagnostic(
            subject: .location(Diagnostic.Location(source: source, span: span)), severity: .error, message: message,
            code: "bad-expectation", help: "save one with flagctl resolve --format json")
    }
}
