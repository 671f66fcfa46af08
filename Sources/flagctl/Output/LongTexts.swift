import FlagResolver

/// The shortened texts of long values of the documents that were used last.
final class LongTexts: Sendable {
    private struct Key: Hashable {
        let node: Int
        let limit: Int
    }

    private struct Texts: Sendable {
        weak var tree: JSONTree?
        var texts: [Key: String] = [:]
    }

    /// Reports compare two documents at most.
    private static let maximumTreeCount = 4

    private let recent = Locked<[Texts]>([])

    subscript(value: JSONValue, limit: Int) -> String? {
        recent.withLock { recent in
            recent.first { $0.tree === value.tree }?.texts[Key(node: value.node, limit: limit)]
        }
    }

    func keep(_ text: String, for value: JSONValue, _ limit: Int) {
        recent.withLock { recent in
            recent.removeAll { $0.tree == nil }
            let index = recent.firstIndex { $0.tree === value.tree }
            if index == nil {
                if recent.count == Self.maximumTreeCount { recent.removeFirst() }
                recent.append(Texts(tree: value.tree))
            }
            recent[index ?? recent.count - 1].texts[Key(node: value.node, limit: limit)] = text
        }
    }
}
