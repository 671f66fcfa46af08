import FlagResolver

extension SwiftType {
    /// A value of this type as an expression.
    ///
    /// - Parameters:
    ///   - node: A value that the type was derived from.
    ///   - scope: The enclosing type that declares the structures, with a final dot; empty if they are in scope.
    func expression(of node: Int, in tree: JSONTree, scope: String = "") -> SwiftExpression {
        switch self {
        case .boolean: return .text(tree.bool(at: node) == true ? "true" : "false")
        case .integer, .wideInteger: return .text(Self.grouped("\(tree.int64(at: node) ?? 0)"))
        case .double: return .text("\(tree.double(at: node) ?? 0)")
        case .string: return .string(tree.string(at: node) ?? "")
        case .choice(let choice):
            let text = tree.string(at: node) ?? ""
            let found = choice.cases.first { $0.value.utf8.elementsEqual(text.utf8) }
            return .text(".\(found?.identifier.text ?? "unknown(\(SwiftText.literal(text)))")")
        case .array(let element):
            return .array(tree.elements(of: node).map { element.expression(of: $0, in: tree, scope: scope) })
        case .structure(let structure):
            let name = scope + structure.name.declaration
            var values: [[UInt8]: Int] = [:]
            for (key, value) in tree.members(of: node) { values[tree.stringBytes(at: key) ?? []] = value }
            let arguments = structure.members.compactMap { member -> (String, SwiftExpression)? in
                // Absent and null members are nil, the default of the initialiser.
                guard let value = values[Array(member.key.utf8)], tree.kind(of: value) != .null else { return nil }
                return (
                    "\(member.identifier.text): ", member.type.expression(of: value, in: tree, scope: "\(name).")
                )
            }
            return .call(name, arguments)
        case .optional(let wrapped):
            return tree.kind(of: node) == .null
                ? .text("nil") : wrapped.expression(of: node, in: tree, scope: scope)
        }
    }

    /// Digits in groups of three, as swift-format writes integers of at least seven digits.
    private static func grouped(_ digits: String) -> String {
        let sign = digits.hasPrefix("-") ? "-" : ""
        let digits = digits.dropFirst(sign.count)
        guard digits.count >= 7 else { return sign + digits }
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += "_" }
            result.append(digit)
        }
        return sign + result
    }
}
