import FlagResolver

/// A value as messages and comments show it: JSON on one line, cut if it is long.
enum ValueExcerpt {
    private static let maximumLength = 60

    static func text(of node: Int, in tree: JSONTree) -> String {
        shortened(tree[node].description)
    }

    static func shortened(_ text: String) -> String {
        text.shortened(to: maximumLength)
    }
}
