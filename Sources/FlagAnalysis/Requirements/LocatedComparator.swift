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
        let content = tree.plainContentRange(at: node)
        return text.comparators.map { comparator in
            let span = content.map {
                ($0.lowerBound + comparator.range.lowerBound)..<($0.lowerBound + comparator.range.upperBound)
            }
            return LocatedComparator(comparator: comparator, text: text, span: span ?? tree.nodes[node].span)
        }
    }

    /// The nodes of the texts of an `appVersion`.
    static func texts(of requirement: Int, in tree: JSONTree) -> [Int] {
        tree.kind(of: requirement) == .string ? [requirement] : Array(tree.elements(of: requirement))
    }
}
