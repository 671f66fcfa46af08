import FlagResolver

/// A comparator of a requirement, with its location in a document.
struct LocatedComparator {
    let comparator: VersionComparator
    /// The text that the comparator is part of.
    let text: RequirementText
    /// The bytes of the comparator in the document, or of the whole string if that has escape sequences.
    let span: Range<Int>

    /// The comparator as it is written.
    var written: String { text.text(comparator.range) }

    /// The comparators of an `appVersion`, which is a text or a list of texts.
    static func all(of requirement: Int, in tree: JSONTree) -> [LocatedComparator] {
        texts(of: requirement, in: tree).flatMap { node in
            tree.stringBytes(at: node).flatMap { RequirementText($0) }.map { all(of: $0, at: node, in: tree) } ?? []
        }
    }

    /// The comparators of a text.
    static func all(of text: RequirementText, at node: Int, in tree: JSONTree) -> [LocatedComparator] {
        text.comparators.map {
            LocatedComparator(comparator: $0, text: text, span: tree.span(of: $0.range, inText: node))
        }
    }

    /// The nodes of the texts of an `appVersion`.
    static func texts(of requirement: Int, in tree: JSONTree) -> [Int] {
        tree.kind(of: requirement) == .string ? [requirement] : Array(tree.elements(of: requirement))
    }
}

extension JSONTree {
    /// A range of a string's content as bytes of the tree; the whole string if the content has escape sequences.
    func span(of range: Range<Int>, inText node: Int) -> Range<Int> {
        guard let content = plainContentRange(at: node) else { return nodes[node].span }
        return (content.lowerBound + range.lowerBound)..<(content.lowerBound + range.upperBound)
    }
}
