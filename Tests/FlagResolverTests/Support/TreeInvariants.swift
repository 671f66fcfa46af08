import FlagResolver
import TestSupport
import Testing

/// What holds for every tree and every error, whatever the input was.
enum TreeInvariants {
    /// Checks the structure of a tree that has one source.
    static func check(_ tree: JSONTree, _ sourceLocation: Testing.SourceLocation = #_sourceLocation) {
        let problem = firstProblem(of: tree)
        expectNil(problem, sourceLocation: sourceLocation)
    }

    static func firstProblem(of tree: JSONTree) -> String? {
        guard let root = tree.nodes.first else { return "there is no root" }
        if Int(root.next) != tree.nodes.count { return "the root does not span all nodes" }
        // The ends of the containers around a node, as node index and as byte offset.
        var open: [(next: Int, end: Int)] = []
        var previousStart = -1
        for (index, node) in tree.nodes.enumerated() {
            while let last = open.last, last.next == index { open.removeLast() }
            if let last = open.last, Int(node.next) > last.next || node.span.upperBound > last.end {
                return "node \(index) leaves its container"
            }
            if Int(node.start) <= previousStart { return "node \(index) does not begin after the one before" }
            previousStart = Int(node.start)
            if node.span.isEmpty || node.span.upperBound > tree.bytes.count { return "node \(index) has a bad span" }
            switch node.kind {
            case .array, .object: open.append((Int(node.next), node.span.upperBound))
            default: if Int(node.next) != index + 1 { return "the scalar \(index) has children" }
            }
            if node.kind == .object {
                for member in tree.members(of: index) where tree.kind(of: member.key) != .string {
                    return "the key \(member.key) is no string"
                }
            }
        }
        return nil
    }

    /// Checks that an error points into its text and has sentences.
    static func check(
        _ error: JSONSyntaxError,
        in bytes: [UInt8],
        _ sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let table = LineTable(bytes)
        expect(error.span.upperBound <= bytes.count, sourceLocation: sourceLocation)
        expectEqual(error.location, table.location(at: error.span.lowerBound), sourceLocation: sourceLocation)
        expect(!error.message.isEmpty && !error.description.isEmpty, sourceLocation: sourceLocation)
        expectEqual((error.related == nil), error.relatedNote == nil, sourceLocation: sourceLocation)
    }
}
