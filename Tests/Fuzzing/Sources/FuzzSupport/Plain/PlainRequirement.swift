/// A requirement as a list of alternatives, each a list of comparators, evaluated one by one.
///
/// It is read by splitting the text, and answers for one version at a time; it knows neither cuts nor sets.
public struct PlainRequirement {
    enum Comparator {
        case any
        case order(sign: String, PlainVersion)
        /// Every version whose numbers begin with these.
        case prefix([[UInt8]])
        /// From a version on, and with numbers below these.
        case below(from: PlainVersion, [[UInt8]])
        case range(PlainVersion, PlainVersion)
    }

    let alternatives: [[Comparator]]
    /// The versions that occur in the text; the numbers before a wildcard are one too.
    public let versions: [PlainVersion]

    /// The requirement that a text spells; `nil` where it spells none.
    public init?(_ text: some Collection<UInt8>) {
        var alternatives: [[Comparator]] = []
        var versions: [PlainVersion] = []
        for part in Self.alternatives(of: [UInt8](text)) {
            guard let comparators = Self.range(part, &versions) ?? Self.comparators(part, &versions) else { return nil }
            alternatives.append(comparators)
        }
        self.alternatives = alternatives
        self.versions = versions
    }

    /// The texts between double bars.
    private static func alternatives(of text: [UInt8]) -> [[UInt8]] {
        var parts: [[UInt8]] = [[]]
        var offset = 0
        while offset < text.count {
            if text[offset...].starts(with: "||".utf8) {
                parts.append([])
                offset += 2
            } else {
                parts[parts.count - 1].append(text[offset])
                offset += 1
            }
        }
        return parts.map(\.plainlyTrimmed)
    }

    /// An alternative that is two plain versions with a hyphen between them.
    private static func range(_ text: [UInt8], _ versions: inout [PlainVersion]) -> [Comparator]? {
        let words = text.split(whereSeparator: \.isPlainBlank)
        guard words.count == 3, words[1].elementsEqual("-".utf8), let lower = PlainVersion(words[0]),
            let upper = PlainVersion(words[2])
        else { return nil }
        versions += [lower, upper]
        return [.range(lower, upper)]
    }

    private static func comparators(_ text: [UInt8], _ versions: inout [PlainVersion]) -> [Comparator]? {
        var rest = text[...]
        var comparators: [Comparator] = []
        func take(while condition: (UInt8) -> Bool) -> [UInt8] {
            let taken = rest.prefix(while: condition)
            rest = rest[taken.endIndex...]
            return [UInt8](taken)
        }
        guard !rest.isEmpty else { return nil }
        while true {
            let sign = String(decoding: take { "=!<>~^".utf8.contains($0) }, as: UTF8.self)
            if !sign.isEmpty { _ = take(while: \.isPlainBlank) }
            let word = take { !$0.isPlainBlank && !"=!<>~^,".utf8.contains($0) }
            guard let comparator = comparator(sign, word, &versions) else { return nil }
            comparators.append(comparator)
            if rest.isEmpty { return comparators }
            let separator = take { $0.isPlainBlank || $0 == UInt8(ascii: ",") }
            let commas = separator.count { $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty, !separator.isEmpty, commas <= 1 else { return nil }
        }
    }

    private static func comparator(
        _ sign: String,
        _ word: [UInt8],
        _ versions: inout [PlainVersion]
    ) -> Comparator? {
        if sign.isEmpty, word.elementsEqual("*".utf8) { return .any }
        if let last = word.last, "xX*".utf8.contains(last), word.dropLast().last == UInt8(ascii: ".") {
            guard ["", "=", "=="].contains(sign), let version = PlainVersion(word.dropLast(2)),
                version.prerelease.isEmpty, version.build.isEmpty
            else { return wordWithMisleadingEnd(sign, word, &versions) }
            versions.append(version)
            return .prefix((0..<version.writtenCount).map { $0 < version.numbers.count ? version.numbers[$0] : [] })
        }
        return wordWithMisleadingEnd(sign, word, &versions)
    }

    /// A comparator without a wildcard; a pre-release may end in `.x` all the same.
    private static func wordWithMisleadingEnd(
        _ sign: String,
        _ word: [UInt8],
        _ versions: inout [PlainVersion]
    ) -> Comparator? {
        guard !word.contains(where: \.isPlainBlank), let version = PlainVersion(word) else { return nil }
        versions.append(version)
        switch sign {
        case "", "=", "==": return .order(sign: "=", version)
        case "!=", "<", "<=", ">", ">=": return .order(sign: sign, version)
        case "~": return .below(from: version, version.increased(at: min(1, version.writtenCount - 1)))
        case "^":
            let leading = version.numbers.firstIndex { !$0.isEmpty } ?? version.writtenCount - 1
            return .below(from: version, version.increased(at: leading))
        default: return nil
        }
    }
}

extension PlainRequirement {
    /// Whether a version satisfies the requirement.
    public func contains(_ version: PlainVersion) -> Bool {
        alternatives.contains { $0.allSatisfy { Self.holds($0, for: version) } }
    }

    private static func holds(_ comparator: Comparator, for version: PlainVersion) -> Bool {
        switch comparator {
        case .any: return true
        case .order(let sign, let other):
            let order = PlainVersion.order(version, other)
            return switch sign {
            case "!=": order != 0
            case "<": order < 0
            case "<=": order <= 0
            case ">": order > 0
            case ">=": order >= 0
            default: order == 0
            }
        case .prefix(let numbers):
            return numbers.indices.allSatisfy { index in
                (index < version.numbers.count ? version.numbers[index] : []) == numbers[index]
            }
        case .below(let lower, let numbers):
            return PlainVersion.order(version, lower) >= 0
                && PlainVersion.orderOfNumbers(version.numbers, numbers) < 0
        case .range(let lower, let upper):
            return PlainVersion.order(version, lower) >= 0 && PlainVersion.order(version, upper) <= 0
        }
    }

    /// The versions of the text, their neighbours, and a few others.
    public var samples: [PlainVersion] {
        let padding = (versions.map(\.writtenCount).max() ?? 0) + 1
        var texts: Set<String> = []
        var samples: [PlainVersion] = []
        let others = ["0-0", "0", "1.4", "99999999999999999999.1-rc.1"].compactMap { PlainVersion($0.utf8) }
        for sample in others + versions.flatMap({ $0.neighbours(padding: padding) }) {
            if texts.insert(sample.text).inserted { samples.append(sample) }
        }
        return samples
    }
}
