/// A version as plainly as can be: lists of texts, compared part by part, sharing no code with the library.
public struct PlainVersion {
    /// The components without leading zeros, zero being the empty text; no zeros at the end.
    public var numbers: [[UInt8]]
    /// How many components were written.
    public var writtenCount: Int
    /// The identifiers of the pre-release; none for a release.
    public var prerelease: [[UInt8]]
    /// The build metadata; empty where there is none.
    public var build: [UInt8]

    public init(numbers: [[UInt8]], prerelease: [[UInt8]] = [], build: [UInt8] = []) {
        let stripped = numbers.map { [UInt8]($0.drop { $0 == UInt8(ascii: "0") }) }
        let significant = (stripped.lastIndex { !$0.isEmpty } ?? -1) + 1
        self.numbers = [[UInt8]](stripped[..<significant])
        self.prerelease = prerelease
        self.build = build
        writtenCount = numbers.count
    }

    /// The version that a text spells; `nil` where it spells none.
    public init?(_ text: some Collection<UInt8>) {
        var bytes = [UInt8](text).plainlyTrimmed[...]
        if bytes.first == UInt8(ascii: "v") || bytes.first == UInt8(ascii: "V") { bytes = bytes.dropFirst() }
        let halves = bytes.split(separator: UInt8(ascii: "+"), maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: UInt8(ascii: "-"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let numbers = Self.identifiers(parts[0], where: { $0.isPlainDigit }) else { return nil }
        var prerelease: [[UInt8]] = []
        if parts.count == 2 {
            guard let identifiers = Self.identifiers(parts[1], where: { $0.isPlainIdentifier }) else { return nil }
            for identifier in identifiers where identifier.count > 1 && identifier.first == UInt8(ascii: "0") {
                if identifier.allSatisfy(\.isPlainDigit) { return nil }
            }
            prerelease = identifiers
        }
        var build: [UInt8] = []
        if halves.count == 2 {
            guard Self.identifiers(halves[1], where: { $0.isPlainIdentifier }) != nil else { return nil }
            build = [UInt8](halves[1])
        }
        self.init(numbers: numbers, prerelease: prerelease, build: build)
    }

    private static func identifiers(
        _ text: ArraySlice<UInt8>,
        where isAllowed: (UInt8) -> Bool
    ) -> [[UInt8]]? {
        let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAllowed) }) else { return nil }
        return parts.map { [UInt8]($0) }
    }

    /// The version as the library must print it.
    public var text: String {
        var numbers = self.numbers.map { $0.isEmpty ? [UInt8(ascii: "0")] : $0 }
        while numbers.count < 3 { numbers.append([UInt8(ascii: "0")]) }
        var text = numbers.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
        if !prerelease.isEmpty { text += "-" + prereleaseText }
        if !build.isEmpty { text += "+" + String(decoding: build, as: UTF8.self) }
        return text
    }

    /// The pre-release without its hyphen.
    public var prereleaseText: String {
        prerelease.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
    }
}

extension PlainVersion {
    /// Negative, zero or positive, as the left version is below, at or above the right one.
    public static func order(_ left: PlainVersion, _ right: PlainVersion) -> Int {
        let numbers = orderOfNumbers(left.numbers, right.numbers)
        if numbers != 0 { return numbers }
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return (left.prerelease.isEmpty ? 1 : 0) - (right.prerelease.isEmpty ? 1 : 0)
        }
        for (a, b) in zip(left.prerelease, right.prerelease) where a != b {
            switch (a.allSatisfy(\.isPlainDigit), b.allSatisfy(\.isPlainDigit)) {
            case (true, true): return orderOfNumber(a, b)
            case (true, false): return -1
            case (false, true): return 1
            case (false, false): return a.lexicographicallyPrecedes(b) ? -1 : 1
            }
        }
        return left.prerelease.count - right.prerelease.count
    }

    /// The order of components alone, whatever the pre-releases are.
    static func orderOfNumbers(_ left: [[UInt8]], _ right: [[UInt8]]) -> Int {
        for index in 0..<max(left.count, right.count) {
            let order = orderOfNumber(
                index < left.count ? left[index] : [],
                index < right.count ? right[index] : []
            )
            if order != 0 { return order }
        }
        return 0
    }

    /// The order of two numbers without leading zeros.
    private static func orderOfNumber(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.count != right.count { return left.count - right.count }
        return left == right ? 0 : (left.lexicographicallyPrecedes(right) ? -1 : 1)
    }

    /// The components up to an index, the last one increased by one.
    func increased(at index: Int) -> [[UInt8]] {
        var numbers = (0...index).map { $0 < self.numbers.count ? self.numbers[$0] : [] }
        var digits = numbers[index]
        var place = digits.count - 1
        while place >= 0, digits[place] == UInt8(ascii: "9") {
            digits[place] = UInt8(ascii: "0")
            place -= 1
        }
        if place >= 0 { digits[place] += 1 } else { digits.insert(UInt8(ascii: "1"), at: 0) }
        numbers[index] = digits
        return numbers
    }

    /// Versions close to this one, so that between any two cuts that a requirement makes of it lies one of them.
    public func neighbours(padding: Int) -> [PlainVersion] {
        let least = [[UInt8(ascii: "0")]]
        var result = [
            PlainVersion(numbers: numbers),
            PlainVersion(numbers: numbers, prerelease: least),
            // Just above the release: nothing that a text of this length can name lies between.
            PlainVersion(numbers: padded(to: padding) + [[UInt8(ascii: "1")]], prerelease: least),
        ]
        if !prerelease.isEmpty {
            result.append(PlainVersion(numbers: numbers, prerelease: prerelease))
            result.append(PlainVersion(numbers: numbers, prerelease: prerelease + least))
            result.append(PlainVersion(numbers: numbers, prerelease: prerelease + [[UInt8(ascii: "-")]]))
        }
        for index in 0..<writtenCount {
            result.append(PlainVersion(numbers: increased(at: index)))
            result.append(PlainVersion(numbers: increased(at: index), prerelease: least))
        }
        return result
    }

    private func padded(to count: Int) -> [[UInt8]] {
        numbers + [[UInt8]](repeating: [], count: max(0, count - numbers.count))
    }
}

extension UInt8 {
    var isPlainDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }

    var isPlainIdentifier: Bool {
        isPlainDigit || UInt8(ascii: "a") <= self && self <= UInt8(ascii: "z")
            || UInt8(ascii: "A") <= self && self <= UInt8(ascii: "Z") || self == UInt8(ascii: "-")
    }

    var isPlainBlank: Bool {
        self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
            || self == UInt8(ascii: "\n")
    }
}

extension [UInt8] {
    /// The bytes without blanks at the ends.
    var plainlyTrimmed: [UInt8] {
        let start = firstIndex { !$0.isPlainBlank } ?? count
        let end = (lastIndex { !$0.isPlainBlank } ?? start - 1) + 1
        return [UInt8](self[start..<end])
    }
}
