import FlagResolver

/// Why no Swift code corresponds to a part of a document.
package struct CodeProblem: Error, Hashable, Sendable {
    /// What was found, and what was expected.
    package let message: String

    /// The stable code of the document's issue; `nil` for a problem of generated code only.
    package let code: String?

    /// What to do.
    package let help: String

    /// The affected bytes of the document.
    package let span: Range<Int>

    /// A second location that is involved.
    package let related: RelatedLocation?

    /// A location, and what is there.
    package struct RelatedLocation: Hashable, Sendable {
        package let span: Range<Int>
        package let note: String
    }

    package init(
        _ message: String, code: String? = nil, help: String, span: Range<Int>, related: RelatedLocation? = nil
    ) {
        self.message = message
        self.code = code
        self.help = help
        self.span = span
        self.related = related
    }

    /// A problem at a node of a tree.
    init(_ message: String, help: String, at node: Int, of tree: JSONTree) {
        self.init(message, help: help, span: tree.nodes[node].span)
    }
}

extension CodeProblem {
    /// Problems in the order of their locations; those at one location keep their order.
    package static func sorted(_ problems: [CodeProblem]) -> [CodeProblem] {
        problems.enumerated()
            .sorted { ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset) }
            .map(\.element)
    }
}
