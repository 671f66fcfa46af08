extension VersionSyntaxError: CustomStringConvertible {
    /// What was expected, where, what was found, and what to do; one line without a final full stop.
    ///
    /// `expected the end of the version at offset 6, found "(532)"; write build metadata as 1.4.0+532`
    public var description: String {
        "expected \(expectation) at offset \(offset), found \(finding); \(advice)"
    }

    private var finding: String {
        if found.isEmpty { return length == 0 ? "the end of the text" : "nothing" }
        return "\"\(Self.escaped(found))\""
    }

    /// Control characters must not reach a terminal or a log as they are.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": escaped += "\\\""
            case "\\": escaped += "\\\\"
            case _ where scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format:
                escaped += "\\u{" + String(scalar.value, radix: 16) + "}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private var expectation: String {
        switch kind {
        case .emptyVersion: "a version"
        case .expectedNumber: "a number"
        case .textAfterVersion: "the end of the version"
        case .emptyPrerelease: "a pre-release identifier"
        case .leadingZero: "a number without leading zeros in the pre-release"
        case .emptyBuild: "a build identifier"
        case .emptyRequirement: "a requirement"
        case .emptyAlternative: "an alternative"
        case .expectedComparator: "a comparator"
        case .unknownOperator: "an operator"
        case .missingVersion: "a version after the operator"
        case .missingSeparator: "a blank or a comma between comparators"
        case .misplacedComma: "a comparator on both sides of a comma"
        case .singleBar: "\"||\" between alternatives"
        case .wildcardWithoutNumber: "a number before the wildcard"
        case .wildcardNotLast: "nothing more after the wildcard"
        case .wildcardAfterOperator: "a version without a wildcard after the operator"
        case .hyphenWithoutBlanks: "blanks on both sides of the hyphen"
        case .hyphenNotAlone: "a hyphen range as the whole alternative"
        case .hyphenEndNotPlain: "a plain version at each end of the hyphen range"
        }
    }

    private var advice: String {
        switch kind {
        case .emptyVersion: "write one such as 1.4.0"
        case .expectedNumber: "a version is numbers joined with single dots, such as 1.4.0"
        case .textAfterVersion: "remove it, or write build metadata as in 1.4.0+532 and a pre-release as in 1.4.0-rc.1"
        case .emptyPrerelease: "write ASCII letters, digits or hyphens, as in 1.4.0-rc.1"
        case .leadingZero: "remove the zeros"
        case .emptyBuild: "write ASCII letters, digits or hyphens, as in 1.4.0+532"
        case .emptyRequirement: "write one such as \">=1.4.0\", or \"*\" for every version"
        case .emptyAlternative: "write a requirement such as >=1.4.0 on both sides of \"||\", or remove the \"||\""
        case .expectedComparator: "write a version such as 1.4.0, perhaps after one of = != < <= > >= ~ ^"
        case .unknownOperator: "the operators are = == != < <= > >= ~ ^"
        case .missingVersion: "write one such as 1.4.0"
        case .missingSeparator: "separate them, as in >=1.4.0 <2.0.0"
        case .misplacedComma: "remove the comma"
        case .singleBar: "double it"
        case .wildcardWithoutNumber: "write * for every version, or a wildcard after numbers as in 1.x"
        case .wildcardNotLast: "write one wildcard at the end, as in 1.4.x"
        case .wildcardAfterOperator: "write the wildcard alone, as in 1.4.x, or full numbers after the operator"
        case .hyphenWithoutBlanks: "write 1.2.0 - 1.4.0, or >=1.2.0 <=1.4.0"
        case .hyphenNotAlone: "write the range as >=1.2.0 <=1.4.0"
        case .hyphenEndNotPlain: "write 1.2.0 - 1.4.0, or use operators as in >=1.2.0 <1.4.0"
        }
    }
}
