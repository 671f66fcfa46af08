import FlagResolver

/// Moves the boundaries of one setting from one version to another.
struct MovedSetting {
    private let document: SettingsDocument
    private let settingIndex: SettingIndex
    private let move: BoundaryMove
    private(set) var rewritten: [RetargetedDocument.Rewritten] = []
    private(set) var refusals: [RetargetedDocument.Refusal] = []
    private(set) var edits: [TextEdit] = []

    private var tree: JSONTree { document.tree }
    private var entries: Range<EntryIndex> { document.entryIndices(of: settingIndex) }

    /// - Returns: `nil` if no boundary of the setting is at the old version.
    init?(_ settingIndex: SettingIndex, of document: SettingsDocument, move: BoundaryMove) {
        self.document = document
        self.settingIndex = settingIndex
        self.move = move
        guard entries.contains(where: { mayMove($0) }) else { return nil }
    }

    mutating func moveBoundaries() {
        for entry in entries where mayMove(entry) {
            guard let requirement = document.requirementNode(of: document.loaded[entry]) else { continue }
            for node in LocatedComparator.texts(of: requirement, in: tree) { moveText(at: node, of: entry) }
        }
        guard refusals.isEmpty, !edits.isEmpty else { return }
        checkOrder()
    }

    /// Whether an entry may have a boundary at the old version. A text with one comparator has only the cuts of its set.
    private func mayMove(_ entry: EntryIndex) -> Bool {
        guard let node = document.requirementNode(of: document.loaded[entry]) else { return false }
        guard let content = tree.plainContentRange(at: node), !tree.bytes[content].contains(where: Self.separates)
        else { return true }
        return document.versions(of: entry).cuts.contains { move.moves($0) }
    }

    private static func separates(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "|")
    }

    private mutating func moveText(at node: Int, of entry: EntryIndex) {
        guard let text = tree.stringBytes(at: node).flatMap({ RequirementText($0) }) else { return }
        switch text.moved(by: move) {
        case .unchanged: return
        case .inexpressible(let comparator):
            let located = LocatedComparator.all(of: text, at: node, in: tree).first {
                $0.comparator.range == comparator.range
            }
            refuse(.inexpressible, text.text(comparator.range), at: located?.span ?? tree.nodes[node].span)
        case .changed(let after, let parts):
            let before = text.text(0..<text.bytes.count)
            let set = (try? VersionSet(parsing: after)) ?? .none
            if set.isEmpty, !text.versions.isEmpty {
                refuse(.empties(after: after), before, at: tree.nodes[node].span)
                return
            }
            rewritten.append(
                RetargetedDocument.Rewritten(
                    settingIndex: settingIndex, entry: entry, node: node, before: before, after: after))
            guard let content = tree.plainContentRange(at: node) else {
                edits.append(tree.edit(replacingString: node, with: after))
                return
            }
            for part in parts {
                let start = content.lowerBound
                edits.append(
                    TextEdit(
                        (start + part.range.lowerBound)..<(start + part.range.upperBound),
                        replacement: part.replacement))
            }
        }
    }

    /// Checks that all cuts of the setting are in the same order as before.
    private mutating func checkOrder() {
        struct Boundary {
            let cut: VersionCut
            let moved: VersionCut
            let moves: Bool
            let located: LocatedComparator
        }
        var boundaries: [Boundary] = []
        for entry in document.entries(of: settingIndex) {
            guard let requirement = document.requirementNode(of: entry) else { continue }
            for located in LocatedComparator.all(of: requirement, in: tree) {
                let move = move.ofComparator(naming: located.text.version(of: located.comparator))
                for cut in located.text.versions(satisfying: [located.comparator]).cuts {
                    boundaries.append(
                        Boundary(
                            cut: cut, moved: move.moved(cut) ?? cut, moves: move.moves(cut), located: located))
                }
            }
        }
        boundaries.sort { ($0.cut, $0.located.span.lowerBound) < ($1.cut, $1.located.span.lowerBound) }
        for (one, other) in zip(boundaries, boundaries.dropFirst()) {
            // Boundaries at one cut stay together.
            guard one.cut == other.cut ? one.moved != other.moved : one.moved >= other.moved else { continue }
            // At least one of the two moves, or they would still be in order.
            let (moving, fixed) = one.moves ? (one, other) : (other, one)
            let name = fixed.located.written
            refuse(
                one.moved == other.moved ? .meets(other: name) : .passes(other: name), moving.located.written,
                at: moving.located.span, related: fixed.located.span)
            return
        }
    }

    private mutating func refuse(
        _ kind: RetargetedDocument.Refusal.Kind, _ text: String, at span: Range<Int>, related: Range<Int>? = nil
    ) {
        refusals.append(
            RetargetedDocument.Refusal(kind: kind, settingIndex: settingIndex, text: text, span: span, related: related)
        )
    }
}
