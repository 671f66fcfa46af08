import FlagAnalysis
import FlagReaders
import FlagResolver

extension DiffReport.Shown {
    /// The versions and users of a change as a case.
    func item(of change: ValueChange) -> Case { Case(versions: versions, terms: change.users, decision: .yes) }

    /// The releases of a change of what they read, among the versions shown.
    private func releases(of change: ReaderChange) -> [AppVersion] {
        change.releases.filter { versions.contains($0) }
    }

    /// `1.8.0 and 1.9.0, country DE, as their code reads it`
    fileprivate func users(of change: ReaderChange, in space: CaseSpace) -> String {
        let releases = releases(of: change)
        let listed = SettingProblem.listed(releases.map { "\($0)" }, "and")
        let users = change.users.prefix(Self.maximumCaseCount).compactMap {
            space.text(of: Case(versions: .all, terms: $0.terms, decision: .yes))
        }
        let more = change.users.count > users.count && !users.isEmpty ? "; …" : ""
        let among = users.isEmpty ? "" : ", \(users.joined(separator: "; "))\(more)"
        return "\(listed)\(among), as \(releases.count == 1 ? "its" : "their") code reads it"
    }

    private static let maximumCaseCount = 3
}

extension DiffReport.Pair {
    /// Writes the versions and users of a change as text.
    func write(usersOf shown: DiffReport.Shown, to buffer: inout TextBuffer) {
        switch shown.change {
        case .written(let change) where change.users.isEmpty:
            buffer.append { ShortText.write(shown.versions, to: &$0) }
        case .written(let change):
            buffer.write(PlainText.escaped(difference.space.text(of: shown.item(of: change)) ?? "everybody"))
        case .read(let change): buffer.write(PlainText.escaped(shown.users(of: change, in: difference.space)))
        }
    }

    /// `>=2.0.0 <2.1.0`, `for >=2.0.0, country DE`, `for 1.8.0, as its code reads it`
    func phrase(_ shown: DiffReport.Shown) -> String {
        switch shown.change {
        case .written(let change) where change.users.isEmpty: VersionPhrase.of(shown.versions.intervals)
        case .written(let change):
            "for \(PlainText.escaped(difference.space.text(of: shown.item(of: change)) ?? "everybody"))"
        case .read(let change): "for \(PlainText.escaped(shown.users(of: change, in: difference.space)))"
        }
    }

    /// `true → false`; a missing setting is `(absent)`, and a value that is not known `(not known)`.
    func values(of shown: DiffReport.Shown) -> String {
        var buffer = TextBuffer()
        write(valuesOf: shown, to: &buffer)
        return buffer.text
    }

    /// Writes the values before and after a change.
    func write(valuesOf shown: DiffReport.Shown, to buffer: inout TextBuffer) {
        switch shown.change {
        case .written(let change): write(valuesOf: change, to: &buffer)
        case .read(let change):
            buffer.write(Self.text(of: change.before))
            buffer.write(literal: " → ")
            buffer.write(Self.text(of: change.after))
        }
    }

    private static func text(of given: ReaderAnalysis.Given) -> String {
        given.value.map { ValueText.clipped($0) } ?? "(not known)"
    }

    /// The cause of a change as a sentence.
    struct Reason {
        let text: String
        /// The document and the node that the sentence begins with.
        let document: LoadedDocument
        let node: Int
    }

    func reason(
        of shown: DiffReport.Shown, _ setting: SettingDifference, naming: LoadedDocument.Naming = .given
    ) -> Reason {
        switch shown.change {
        case .written(let change):
            let cause = cause(of: change, of: setting, naming: naming)
            return Reason(text: cause.text, document: cause.document, node: cause.node)
        case .read(let change): return reason(of: change, setting, naming)
        }
    }

    /// `app.json:6 instead of app.json:5`, `from code instead of app.json:5`
    private func reason(
        of change: ReaderChange, _ setting: SettingDifference, _ naming: LoadedDocument.Naming
    ) -> Reason {
        let before = place(of: change.before, setting.oldSetting, in: old, naming)
        let after = place(of: change.after, setting.newSetting, in: new, naming)
        let node = after.node ?? setting.newSetting.map { Int(new.loaded[$0].node) }
        return Reason(
            text: "\(after.text) instead of \(before.text)",
            document: node == nil ? old : new,
            node: node ?? before.node ?? setting.oldSetting.map { Int(old.loaded[$0].node) } ?? 0)
    }

    private func place(
        of given: ReaderAnalysis.Given, _ setting: SettingIndex?, in document: LoadedDocument,
        _ naming: LoadedDocument.Naming
    ) -> (text: String, node: Int?) {
        switch given.source {
        case .code: return ("from code", nil)
        case .bundled: return ("from the bundled document", nil)
        case .document(let winner):
            guard let node = setting.flatMap({ document.settings.value(of: winner, in: $0) }) else {
                return ("from the document", nil)
            }
            var text = TextBuffer()
            document.write(lineOf: node, naming: naming, to: &text)
            return (text.text, node)
        }
    }
}
