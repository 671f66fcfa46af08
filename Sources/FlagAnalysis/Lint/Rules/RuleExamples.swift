/// The bad or the good examples of a rule, of which there is at least one.
package struct RuleExamples: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    /// The first example, for outputs that show only one.
    package let primary: RuleExample
    private let all: [RuleExample]

    /// - Precondition: The literal is not empty.
    package init(arrayLiteral examples: RuleExample...) {
        guard let first = examples.first else {
            preconditionFailure("A rule needs at least one bad and one good example.")
        }
        primary = first
        all = examples
    }

    package var startIndex: Int { all.startIndex }
    package var endIndex: Int { all.endIndex }
    package subscript(index: Int) -> RuleExample { all[index] }
}
