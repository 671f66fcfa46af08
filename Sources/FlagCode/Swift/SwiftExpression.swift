/// An expression, whose layout follows swift-format: on one line if it fits, otherwise a line for each item.
indirect enum SwiftExpression {
    case text(String)

    /// A string literal with a content; a long one has several lines.
    case string(String)

    /// An array literal.
    case array([SwiftExpression])

    /// An expression whose type is stated.
    case typed(SwiftExpression, as: String)

    /// A call of an initialiser. An argument has its label in front: `rooms: `.
    case call(String, [(label: String, value: SwiftExpression)])

    var text: String {
        switch self {
        case .text(let text): text
        case .string(let content): SwiftText.literal(content)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .typed(let expression, let type): "\(expression.text) as \(type)"
        case .call(let type, let arguments):
            "\(type)(\(arguments.map { $0.label + $0.value.text }.joined(separator: ", ")))"
        }
    }
}

extension SwiftExpression {
    /// Writes the expression with the text before and after it.
    func write(after start: String, before end: String = "", to writer: inout SwiftWriter) {
        let line = start + text + end
        guard writer.isTooLong(line) else { return writer.line(line) }
        switch self {
        case .text: writer.line(line)
        case .string(let content):
            writer.line("\(start)\"\"\"")
            writer.indented { writer in
                let lines = SwiftText.literalLines(content, width: writer.remainingWidth - 1)
                for line in lines.dropLast() { writer.line("\(line)\\") }
                writer.line(lines.last ?? "")
                writer.line("\"\"\"\(end)")
            }
        case .array(let elements):
            guard !elements.isEmpty else { return writer.line(line) }
            writer.line("\(start)[")
            // A list of one element has no comma in swift-format's style.
            let comma = elements.count > 1 ? "," : ""
            writer.indented { writer in
                for element in elements { element.write(after: "", before: comma, to: &writer) }
            }
            writer.line("]\(end)")
        case .typed(let expression, let type): expression.write(after: start, before: " as \(type)\(end)", to: &writer)
        case .call(let type, let arguments):
            guard !arguments.isEmpty else { return writer.line(line) }
            writer.line("\(start)\(type)(")
            writer.indented { writer in
                for (index, argument) in arguments.enumerated() {
                    argument.value.write(
                        after: argument.label, before: index < arguments.count - 1 ? "," : "", to: &writer)
                }
            }
            writer.line(")\(end)")
        }
    }
}
