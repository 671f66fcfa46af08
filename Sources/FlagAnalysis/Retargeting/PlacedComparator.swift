import FlagResolver

/// A comparator with its place in a document.
struct PlacedComparator {
    let comparator: RequirementText.Comparator
    let text: RequirementText
    /// The bytes of the tree: the comparator, or the whole string where that is escaped.
    let span: Range<Int>

    var written: String { text.text(comparator.range) }

    /// The comparators of an `appVersion`, be it a text or a list of texts.
    static func all(of requirement: Int, in tree: JSONTree) -> [PlacedComparator] {
        texts(of: requirement, in: tree).flatMap { node in
            tree.stringBytes(at: node).flatMap { RequirementText($0) }.map { all(of: $0, at: node, in: tree) } ?? []
        }
    }

    static func all(of text: RequirementText, at node: Int, in tree: JSONTree) -> [PlacedComparator] {
        let content = tree.plainContentRange(at: node)
        return text.comparators.map { comparator in
            let span = content.map {
                ($0.lowerBound + comparator.range.lowerBound)..<($0.lowerBound + comparator.range.upperBound)
            }
            return PlacedComparator(comparator: comparator, text: text, span: span ?? tree.nodes[node].span)
        }
    }

    /// The nodes of the texts of an `appVersion`.
    static func texts(of requirement: Int, in tree: JSONTree) -> [Int] {
        tree.kind(of: requirement) == .string ? [requirement] : Array(tree.elements(of: requirement))
    }
}
