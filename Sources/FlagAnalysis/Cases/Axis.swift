import FlagResolver

/// What conditions of entries test besides the app version.
///
/// Axes are ordered: attributes by the bytes of their names, then dates, targeting keys, and buckets of rollouts.
package enum Axis: Hashable, Sendable {
    /// The value of an attribute.
    case attribute(String)
    case date
    case targetingKey
    /// The bucket of a key: the value of an attribute, or the targeting key.
    case bucket(salt: [UInt8], by: String)

    /// The axis of an attribute, or that of the targeting key.
    init(attribute name: String) {
        self = name == "targetingKey" ? .targetingKey : .attribute(name)
    }

    private var rank: Int {
        switch self {
        case .attribute: 0
        case .date: 1
        case .targetingKey: 2
        case .bucket: 3
        }
    }
}

extension Axis: Comparable {
    package static func < (left: Axis, right: Axis) -> Bool {
        switch (left, right) {
        case (.attribute(let left), .attribute(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.bucket(let leftSalt, let leftKey), .bucket(let rightSalt, let rightKey)):
            leftSalt == rightSalt
                ? leftKey.utf8.lexicographicallyPrecedes(rightKey.utf8) : leftSalt.lexicographicallyPrecedes(rightSalt)
        default: left.rank < right.rank
        }
    }
}

extension Axis: CustomStringConvertible {
    /// The axis, for messages.
    package var description: String {
        switch self {
        case .attribute(let name): name
        case .date: "the date"
        case .targetingKey: "targetingKey"
        case .bucket(let salt, _): "the rollouts of \(SettingProblem.quoted(String(decoding: salt, as: UTF8.self)))"
        }
    }
}

/// A cut in the line of numbers: just before a number, or just after it.
struct NumberCut: Hashable, Comparable, Sendable {
    let number: AttributeNumber
    let isAfter: Bool

    static func < (left: NumberCut, right: NumberCut) -> Bool {
        left.number == right.number ? !left.isAfter && right.isAfter : left.number < right.number
    }
}

/// The cuts that conditions make in one axis, and the segments between them.
///
/// Segments are numbered in this order; each has at least one value:
///
/// | axis | segments |
/// |---|---|
/// | attribute | absent, `false`, `true`, numbers in ascending order, strings in the order of their bytes |
/// | attribute that is tested as a version | the same, with the strings that are versions at the end, in ascending order |
/// | date | absent, instants in ascending order |
/// | targeting key | absent, strings in the order of their bytes |
/// | bucket | buckets in ascending order |
package final class AxisLine: Sendable {
    package let axis: Axis

    /// Whether conditions test the attribute as a version. If so, no string that they name is a version.
    let hasVersions: Bool
    let numbers: [NumberCut]
    /// Where each segment of strings begins, except the first.
    let strings: [[UInt8]]
    let versions: [VersionCut]
    let instants: [Instant]
    let buckets: [Int]

    /// The strings and prefixes that conditions name.
    let named: Set<[UInt8]>
    let prefixes: Set<[UInt8]>
    /// The same as a table, built on first use.
    let nameTable = Locked<AxisNames?>(nil)

    init(_ axis: Axis, _ cuts: ConditionCuts) {
        self.axis = axis
        hasVersions = !cuts.versions.isEmpty
        numbers = cuts.numbers.sorted()
        instants = cuts.instants.sorted()
        versions = cuts.versions.filter { $0 != .lowest && $0 != .highest }.sorted()
        buckets = cuts.buckets.filter { $0 > 0 && $0 < RolloutBucket.count }.sorted()
        named = cuts.strings
        prefixes = cuts.prefixes
        strings = Self.stringCuts(cuts)
    }

    private static func stringCuts(_ cuts: ConditionCuts) -> [[UInt8]] {
        var result: Set<[UInt8]> = []
        for string in cuts.strings {
            result.insert(string)
            result.insert(string + [0])
        }
        for prefix in cuts.prefixes {
            result.insert(prefix)
            if let end = prefix.endOfPrefix { result.insert(end) }
        }
        // A segment has one string or infinitely many: strings that differ only in trailing NULs are separated.
        for cut in result {
            var shorter = cut[...]
            while shorter.last == 0 {
                result.insert(Array(shorter))
                shorter.removeLast()
            }
            if shorter.count < cut.count { result.insert(Array(shorter)) }
        }
        // Strings are not empty, so the string of one NUL is the lowest.
        result.subtract([[], [0]])
        return result.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

extension [UInt8] {
    /// The lowest string above all strings with this prefix, by the order of bytes; `nil` if there is none.
    ///
    /// The prefix is UTF-8, and so is the result: its last Unicode scalar value is the next one.
    fileprivate var endOfPrefix: [UInt8]? {
        var scalars = [Unicode.Scalar](String(decoding: self, as: UTF8.self).unicodeScalars)
        while let last = scalars.popLast() {
            // Surrogates are not scalar values.
            guard let next = Unicode.Scalar(last.value + 1) ?? Unicode.Scalar(0xE000 as UInt32), last.value < 0x10FFFF
            else { continue }
            scalars.append(next)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return Array(String(text).utf8)
        }
        return nil
    }
}

// MARK: Segments

extension AxisLine {
    static let absent: Int32 = 0

    /// Whether the axis has Booleans and numbers.
    var isAttribute: Bool { if case .attribute = axis { true } else { false } }

    private static let booleanCount: Int32 = 2

    private var firstNumber: Int32 { 1 + Self.booleanCount }

    /// The segments of numbers; none on axes that have no numbers.
    var numberSegments: Range<Int32> {
        isAttribute ? firstNumber..<(firstNumber + Int32(truncatingIfNeeded: numbers.count) + 1) : 1..<1
    }

    /// The segments of strings, some of which are versions if ``hasVersions``.
    package var stringSegments: Range<Int32> {
        let first = numberSegments.upperBound
        switch axis {
        case .attribute, .targetingKey:
            let count = strings.count + 1 + (hasVersions ? versions.count + 1 : 0)
            return first..<(first + Int32(truncatingIfNeeded: count))
        case .date, .bucket: return first..<first
        }
    }

    /// The segments of strings that are versions.
    var versionSegments: Range<Int32> {
        let end = stringSegments.upperBound
        return hasVersions ? (end - Int32(truncatingIfNeeded: versions.count) - 1)..<end : end..<end
    }

    /// How many segments the axis has.
    package var segmentCount: Int32 {
        switch axis {
        case .attribute, .targetingKey: stringSegments.upperBound
        case .date: Int32(truncatingIfNeeded: instants.count) + 2
        case .bucket: Int32(truncatingIfNeeded: buckets.count) + 1
        }
    }

    /// All segments.
    var all: SegmentSet { SegmentSet(0..<segmentCount) }

    /// The segment of a Boolean.
    func segment(of boolean: Bool) -> Int32 { boolean ? 2 : 1 }

    /// The first segment of numbers at or above a cut.
    func segment(from cut: NumberCut) -> Int32 { firstNumber + Self.count(numbers, notAbove: cut) }

    /// The segment that contains a string, which is not a version if conditions test versions.
    func segment(ofString text: [UInt8]) -> Int32 {
        let first = stringSegments.lowerBound
        return first + Self.count(strings) { !text.lexicographicallyPrecedes($0) }
    }

    /// The segments of the strings with a prefix that conditions name.
    func segments(withPrefix prefix: [UInt8]) -> Range<Int32> {
        let end = prefix.endOfPrefix.map { segment(ofString: $0) } ?? stringSegments.upperBound
        return segment(ofString: prefix)..<end
    }

    /// The first segment of versions at or above a cut.
    func segment(from cut: VersionCut) -> Int32 {
        cut == .highest
            ? versionSegments.upperBound : versionSegments.lowerBound + Self.count(versions, notAbove: cut)
    }

    /// The segment of an instant.
    func segment(of instant: Instant) -> Int32 { 1 + Self.count(instants, notAbove: instant) }

    /// The segment of a bucket; ``segmentCount`` for the end of the last bucket.
    func segment(ofBucket bucket: Int) -> Int32 {
        bucket >= RolloutBucket.count ? segmentCount : Self.count(buckets, notAbove: bucket)
    }

    private static func count<Cut: Comparable>(_ cuts: [Cut], notAbove value: Cut) -> Int32 {
        count(cuts) { $0 <= value }
    }

    /// How many cuts satisfy a condition that holds for the first cuts only.
    private static func count<Cut>(_ cuts: [Cut], _ condition: (Cut) -> Bool) -> Int32 {
        Int32(truncatingIfNeeded: cuts.partitionPoint { !condition($0) })
    }

    /// The only string of a segment; `nil` if it has several, or none.
    func onlyString(of segment: Int32) -> [UInt8]? {
        let index = Int(segment - stringSegments.lowerBound)
        guard segment >= stringSegments.lowerBound, segment < versionSegments.lowerBound else { return nil }
        let text = index == 0 ? [0] : strings[index - 1]
        return index < strings.count && strings[index] == text + [0] ? text : nil
    }

    /// The buckets of a segment.
    func buckets(of segment: Int32) -> Range<Int> {
        let index = Int(segment)
        let lower = index == 0 ? 0 : buckets[index - 1]
        return lower..<(index < buckets.count ? buckets[index] : RolloutBucket.count)
    }
}
