import FlagResolver

// The phrases that rules build their messages from.
extension CheckedDocument {
    /// The name of what a finding is about, in quotes; `nil` for the document as a whole.
    func quotedName(of subject: Finding.Subject) -> String? { settings.name(of: subject).map(SettingProblem.quoted) }

    /// A value as compact JSON, shortened if it is long. Scalars keep the spelling of the document.
    func text(ofValue node: Int) -> String {
        text(of: node) { tree in
            let text =
                switch tree.kind(of: node) {
                case .array, .object: tree[node].description
                default: String(decoding: tree.bytes[tree.nodes[node].span], as: UTF8.self)
                }
            return text.shortened(to: Self.maximumValueLength)
        }
    }

    private static let maximumValueLength = 60

    /// A requirement as it is written, in quotes, shortened if it is long; the texts of a list are joined with `||`.
    func text(ofRequirement node: Int) -> String {
        text(of: node) { tree in
            let text =
                tree.string(at: node)
                ?? tree.elements(of: node).compactMap { tree.string(at: $0) }.joined(separator: " || ")
            return SettingProblem.quoted(ShortText.of(requirement: text))
        }
    }

    /// The text of a node. That of a long one is kept, because thousands of findings may repeat it.
    private func text(of node: Int, _ make: @Sendable (JSONTree) -> String) -> String {
        guard tree.nodes[node].span.count > Self.maximumValueLength else { return make(tree) }
        return longTexts.withLock { [tree] texts in
            if let known = texts[node] { return known }
            let text = make(tree)
            texts[node] = text
            return text
        }
    }

    /// `line 22`, as seen from another node: with the file if it differs; `nil` if both are on the same line.
    func line(of node: Int, seenFrom other: Int) -> String? {
        let (here, there) = (tree[other].location, tree[node].location)
        if !here.sourceName.hasSameBytes(as: there.sourceName) {
            return "line \(there.location.line) of \(there.sourceName)"
        }
        return here.location.line == there.location.line ? nil : "line \(there.location.line)"
    }

    /// `move it above line 22, or delete it`: the help for an entry that would win before another one.
    func moving(_ entry: Int, before other: Int) -> String {
        let place =
            line(of: other, seenFrom: entry).map { "above \($0)" }
            ?? "before the entry in column \(tree[other].location.location.column)"
        return "move it \(place), or delete it"
    }
}

extension SettingsDocument {
    /// The name of what a finding is about: a setting, a group or a metadata member; `nil` for the document as a whole.
    package func name(of subject: Finding.Subject) -> String? {
        switch subject {
        case .document: nil
        case .group(let name): name
        case .setting(let index): name(of: index)
        case .metadata(let key): tree.string(at: key)
        }
    }
}
