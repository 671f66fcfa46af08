import FlagAnalysis
import FlagResolver

/// The first policies for a document that exists: what holds for its settings today, proved before it is written.
enum InitialPolicies {
    /// More policies would be deleted unread.
    private static let maximumCount = 12

    /// - Returns: `nil` if there is nothing to say that could become untrue.
    static func text(for document: SettingsDocument) -> String? {
        // Those with entries can change from version to version.
        let settings = document.indices.filter { !document.loaded[$0].isUnresolvable }
        let chosen =
            settings.filter { document.loaded[$0].listsEntries } + settings.filter { !document.loaded[$0].listsEntries }
        var labels: Set<String> = []
        var rows: [(label: String, statement: String)] = []
        for setting in chosen where rows.count < maximumCount {
            guard let (suffix, statement) = statement(about: setting, in: document) else { continue }
            let name = document.name(of: setting)
            var label = String(name.unicodeScalars.map { isInLabel($0) ? Character($0) : "-" }) + suffix
            if !labels.insert(label).inserted { label += "-\(rows.count)" }
            rows.append((label, statement))
        }
        guard !rows.isEmpty else { return nil }
        let width = rows.map(\.label.utf8.count).max() ?? 0
        let lines = rows.map { row in
            "\(row.label):\(String(repeating: " ", count: width - row.label.utf8.count + 1))\(row.statement)\n"
        }
        let rest = settings.count - rows.count
        return """
            # Each line holds for every version of the app, or "flagctl prove" shows where it does not. These hold today: keep those that must
            # hold in future, and add your own ("flagctl help policies").

            """ + lines.joined()
                + (rest > 0 ? "# \(Count.of(rest, "more setting has", "more settings have")) no policy yet.\n" : "")
    }

    private static func isInLabel(_ scalar: Unicode.Scalar) -> Bool {
        UInt8(exactly: scalar.value).map { $0.isNameCharacter } ?? false
    }

    /// The most telling statement about a setting that is true, with the end of its label.
    private static func statement(
        about setting: SettingIndex, in document: SettingsDocument
    ) -> (suffix: String, statement: String)? {
        candidates(about: setting, in: document).first { candidate in
            let (policies, errors) = Policy.parse(Array(candidate.statement.utf8), onlyOne: true)
            guard errors.isEmpty, let policy = policies.first else { return false }
            var prover = PolicyProver(document, for: policies)
            guard case .proved? = prover.verdict(on: policy) else { return false }
            return prover.problems.isEmpty
        }
    }

    private static func candidates(
        about setting: SettingIndex, in document: SettingsDocument
    ) -> [(suffix: String, statement: String)] {
        let tree = document.tree
        let values = document.valueNodes(of: setting)
        let name = JSONText.quoted(document.name(of: setting))
        var candidates: [(suffix: String, statement: String)] = []
        let kinds = Set(values.map { tree.kind(of: $0) })
        if kinds == [.true, .false] {
            candidates.append(("-stays-on", "monotone \(name): false -> true"))
            candidates.append(("-stays-off", "monotone \(name): true -> false"))
        } else if kinds == [.number] {
            let sorted = values.sorted { (tree.double(at: $0) ?? 0) < (tree.double(at: $1) ?? 0) }
            if let least = sorted.first, let greatest = sorted.last, !tree.isEqual(least, to: tree, greatest) {
                let (low, high) = (text(of: least, in: tree), text(of: greatest, in: tree))
                candidates.append(("-range", "for *: \(name) >= \(low) and \(name) <= \(high)"))
            }
        } else if kinds == [.string] {
            var texts: [String] = []
            for value in values {
                let text = JSONText.quoted(tree.string(at: value) ?? "")
                if !texts.contains(text) { texts.append(text) }
            }
            if (2...6).contains(texts.count) {
                candidates.append(("-values", "for *: \(name) in [\(texts.joined(separator: ", "))]"))
            }
        }
        return candidates
    }

    private static func text(of number: Int, in tree: JSONTree) -> String {
        String(decoding: tree.text(of: number), as: UTF8.self)
    }
}
