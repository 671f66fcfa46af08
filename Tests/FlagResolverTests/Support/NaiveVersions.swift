/// A slow evaluator of requirements, written for the tests from the contract's text alone.
///
/// It shares nothing with the library: versions are arrays of digit strings, and a requirement is asked about one
/// version at a time, without any notion of cuts, intervals or sets. It reads well-formed text only.
struct NaiveVersion {
    /// The components without leading zeros.
    let numbers: [String]
    /// The pre-release identifiers; `nil` for a release.
    let prerelease: [String]?

    init(_ text: String) {
        var rest = Substring(text)
        while let first = rest.first, first.isWhitespace { rest.removeFirst() }
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        if rest.first == "v" || rest.first == "V" { rest.removeFirst() }
        rest = rest.prefix { $0 != "+" }
        let numbersText = rest.prefix { $0 != "-" }
        prerelease =
            numbersText.endIndex == rest.endIndex
            ? nil : rest[rest.index(after: numbersText.endIndex)...].split(separator: ".").map(String.init)
        numbers = numbersText.split(separator: ".").map { component in
            let digits = component.drop { $0 == "0" }
            return digits.isEmpty ? "0" : String(digits)
        }
    }

    init(numbers: [String], prerelease: [String]?) {
        self.numbers = numbers
        self.prerelease = prerelease
    }

    /// Negative, zero or positive, as the left version is lower, equal or higher.
    static func compare(_ left: NaiveVersion, _ right: NaiveVersion) -> Int {
        for index in 0..<max(left.numbers.count, right.numbers.count) {
            let order = compareNumbers(left.number(index), right.number(index))
            if order != 0 { return order }
        }
        switch (left.prerelease, right.prerelease) {
        case (nil, nil): return 0
        case (nil, _): return 1
        case (_, nil): return -1
        case (let left?, let right?): return compareIdentifiers(left, right)
        }
    }

    func number(_ index: Int) -> String {
        index < numbers.count ? numbers[index] : "0"
    }

    private static func compareNumbers(_ left: String, _ right: String) -> Int {
        if left.count != right.count { return left.count - right.count }
        return left == right ? 0 : left < right ? -1 : 1
    }

    private static func compareIdentifiers(_ left: [String], _ right: [String]) -> Int {
        for (left, right) in zip(left, right) where left != right {
            let leftIsNumber = left.allSatisfy(\.isNumber)
            let rightIsNumber = right.allSatisfy(\.isNumber)
            if leftIsNumber, rightIsNumber { return compareNumbers(left, right) }
            if leftIsNumber != rightIsNumber { return leftIsNumber ? -1 : 1 }
            return Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8)) ? -1 : 1
        }
        return left.count - right.count
    }
}

extension NaiveVersion {
    /// Whether the version satisfies a requirement.
    func satisfies(_ requirement: String) -> Bool {
        requirement.split(separator: "||", omittingEmptySubsequences: false).contains { satisfies(alternative: $0) }
    }

    private func satisfies(alternative: Substring) -> Bool {
        var words = alternative.split { $0.isWhitespace || $0 == "," }.map(String.init)
        if words.count == 3, words[1] == "-" {
            let isFromLower = NaiveVersion.compare(self, NaiveVersion(words[0])) >= 0
            return isFromLower && NaiveVersion.compare(self, NaiveVersion(words[2])) <= 0
        }
        // An operator may stand alone where blanks follow it.
        for index in words.indices.dropLast().reversed() where words[index].allSatisfy({ "=!<>~^".contains($0) }) {
            words[index] += words.remove(at: index + 1)
        }
        return words.allSatisfy { satisfies(comparator: $0) }
    }

    private func satisfies(comparator: String) -> Bool {
        if comparator == "*" { return true }
        let sign = comparator.prefix { "=!<>~^".contains($0) }
        let text = String(comparator.dropFirst(sign.count))
        if let last = text.last, "xX*".contains(last), !text.contains("-") {
            let prefix = NaiveVersion(String(text.dropLast(2))).numbers
            return prefix.indices.allSatisfy { number($0) == prefix[$0] }
        }
        let bound = NaiveVersion(text)
        let order = NaiveVersion.compare(self, bound)
        switch sign {
        case "", "=", "==": return order == 0
        case "!=": return order != 0
        case "<": return order < 0
        case "<=": return order <= 0
        case ">": return order > 0
        case ">=": return order >= 0
        case "~": return order >= 0 && sharesNumbers(with: bound, through: min(1, bound.numbers.count - 1))
        case "^":
            let leading = bound.numbers.firstIndex { $0 != "0" } ?? bound.numbers.count - 1
            return order >= 0 && sharesNumbers(with: bound, through: leading)
        default: return false
        }
    }

    /// Whether the numbers are the same up to an index: then no increase of that number has been reached.
    private func sharesNumbers(with other: NaiveVersion, through index: Int) -> Bool {
        (0...index).allSatisfy { number($0) == other.number($0) }
    }
}

extension NaiveVersion: CustomStringConvertible {
    var description: String {
        numbers.joined(separator: ".") + (prerelease.map { "-" + $0.joined(separator: ".") } ?? "")
    }

    /// The version and what lies close to it: the points at which membership in a set bounded by it can change.
    var neighbours: [NaiveVersion] {
        var result = [self]
        let last = numbers.count - 1
        result.append(NaiveVersion(numbers: numbers, prerelease: nil))
        result.append(NaiveVersion(numbers: numbers, prerelease: ["0"]))
        result.append(NaiveVersion(numbers: numbers, prerelease: ["zz"]))
        result.append(NaiveVersion(numbers: numbers + ["0", "0", "0", "1"], prerelease: nil))
        result.append(NaiveVersion(numbers: numbers + ["0", "0", "0", "1"], prerelease: ["0"]))
        if let prerelease {
            result.append(NaiveVersion(numbers: numbers, prerelease: prerelease + ["0"]))
            result.append(NaiveVersion(numbers: numbers, prerelease: prerelease + ["0", "0"]))
        }
        for index in 0...last {
            guard let number = Int(numbers[index]) else { continue }
            let next = Array(numbers[..<index]) + [String(number + 1)]
            result.append(NaiveVersion(numbers: next, prerelease: nil))
            result.append(NaiveVersion(numbers: next, prerelease: ["0"]))
            if number > 0 {
                result.append(
                    NaiveVersion(numbers: Array(numbers[..<index]) + [String(number - 1), "999"], prerelease: nil))
            }
        }
        return result
    }
}
