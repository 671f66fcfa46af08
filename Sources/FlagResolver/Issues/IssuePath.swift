/// The path of an issue as its steps.
///
/// A document can have thousands of issues in a setting whose name is a megabyte long: joined, each path would be a copy
/// of that name. The steps share it.
package struct IssuePath: Sendable {
    package enum Step: Sendable {
        /// The name of a member, or several joined with `.`.
        case member(String)
        /// The index of an element.
        case index(Int)
    }

    private let steps: [Step]

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    /// The path of a setting or of an attribute.
    package init(_ name: String) {
        self.init([.member(name)])
    }

    /// The steps joined: names with `.`, indices in brackets.
    package var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .member(let name):
                if !text.isEmpty { text += "." }
                text += name
            }
        }
        return text
    }
}

extension IssuePath: Hashable {
    /// Whether two paths have the same text.
    package static func == (left: IssuePath, right: IssuePath) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
