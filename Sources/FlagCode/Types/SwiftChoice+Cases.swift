import FlagResolver

extension SwiftChoice {
    /// The cases for strings.
    ///
    /// 1. A case is named like a member of an object: `two-columns` is `twoColumns`.
    /// 2. Strings whose names would be equal or empty are spelled out: `+1` and `-1` are `u2B1` and `u2D1`.
    ///
    /// - Throws: A problem if two names are still equal.
    static func cases(for values: [String], at node: Int, of tree: JSONTree) throws(CodeProblem) -> [Case] {
        let short = values.map { SwiftIdentifier(choice: $0) }
        var counts: [SwiftIdentifier: Int] = [:]
        for identifier in short { if let identifier { counts[identifier, default: 0] += 1 } }
        var used: [SwiftIdentifier: String] = [:]
        return try zip(values, short).map { (value, short) throws(CodeProblem) in
            let isUnique = short.map { counts[$0] == 1 } ?? false
            let identifier = isUnique ? short : SwiftIdentifier(choice: spelled(value))
            guard let identifier else {
                throw CodeProblem(
                    "\(SettingProblem.quoted(value)) has no Swift name",
                    help: "delete the list of values, so that the type is String", at: node, of: tree)
            }
            if let other = used.updateValue(value, forKey: identifier) {
                throw CodeProblem(
                    "the values \(SettingProblem.quoted(other)) and \(SettingProblem.quoted(value)) have the same Swift name,"
                        + " \(identifier.text)",
                    help: "delete one of them, or the list of values, so that the type is String", at: node, of: tree)
            }
            return Case(value: value, identifier: identifier)
        }
    }

    /// The string with the characters that Swift names cannot have spelled as numbers: `u2B1` for `+1`.
    private static func spelled(_ value: String) -> String {
        guard !value.isEmpty else { return "empty" }
        return value.unicodeScalars.enumerated().map { index, scalar in
            // A capital at the start would become lowercase, and equal that of a string that differs only there.
            scalar.canBeInSwiftName && (index > 0 || !scalar.properties.isUppercase)
                ? String(Character(scalar)) : "u" + String(scalar.value, radix: 16, uppercase: true)
        }
        .joined()
    }
}

extension SwiftIdentifier {
    /// The name of a case; `nil` if the text has neither letter nor digit.
    ///
    /// `unknown` is the case for all other strings; the other taken names mean something else after a dot.
    fileprivate init?(choice text: String) {
        guard let name = SwiftIdentifier(member: text) else { return nil }
        let taken = ["unknown", "rawValue", "allCases", "hashValue", "none", "some"]
        guard taken.contains(name.text) else {
            self = name
            return
        }
        self.init(member: "\(name.text)-value")
    }
}
