import FlagResolver

/// A set of attribute values that one condition can express, or a few.
enum AttributeForm {
    case absent
    /// Any value.
    case present
    case boolean(Bool)
    case number(String)
    /// Numbers between bounds, such as `[(">=", "5"), ("<", "10")]`; every number if there are none.
    case numbers(bounds: [(sign: String, number: String)])
    case numbersExcept([String])
    case string([UInt8])
    /// Strings with a prefix, or all strings, except some strings and those with some prefixes.
    case strings(prefix: [UInt8]?, except: [[UInt8]], exceptPrefixes: [[UInt8]])
    case versions(VersionSet)
    /// All strings except some that are not versions, and except some versions.
    case stringsExcept([[UInt8]], versions: VersionSet)
}

/// A set of attribute values as disjoint forms.
struct AttributeForms {
    private let line: AxisLine
    private let set: SegmentSet
    private let names: AxisNames
    private(set) var forms: [AttributeForm] = []

    /// - Parameter possible: The segments that a value can have; `nil` for all.
    init(_ set: SegmentSet, on line: AxisLine, among possible: SegmentSet? = nil) {
        self.line = line
        self.set = set
        names = line.names
        let absent = SegmentSet(AxisLine.absent)
        guard set != (possible ?? line.all).subtracting(absent) else {
            forms = [.present]
            return
        }
        if set.contains(AxisLine.absent) { forms.append(.absent) }
        if case .attribute = line.axis { appendScalars() }
        if line.hasVersions { appendVersions() } else { appendStrings() }
    }

    private mutating func appendScalars() {
        for value in [false, true] where set.contains(line.segment(of: value)) { forms.append(.boolean(value)) }
        appendNumbers()
    }

    private mutating func appendNumbers() {
        let all = SegmentSet(line.numberSegments)
        let others = all.subtracting(set)
        guard others != all else { return }
        let excluded = others.ranges.map { line.onlyNumber(of: $0) }
        if others.isEmpty {
            forms.append(.numbers(bounds: []))
        } else if excluded.allSatisfy({ $0 != nil }) {
            forms.append(.numbersExcept(excluded.compactMap { $0 }))
        } else {
            forms += set.intersection(all).ranges.map { range in
                line.onlyNumber(of: range).map { .number($0) } ?? .numbers(bounds: line.numberBounds(of: range))
            }
        }
    }

    // MARK: Strings

    /// The forms of strings on an axis that has versions, where conditions name no prefixes.
    private mutating func appendVersions() {
        let versions = line.versions(of: set)
        guard includes(names.otherStrings) else {
            forms += names.names(in: set).map { .string($0.text) }
            if !versions.isEmpty { forms.append(.versions(versions)) }
            return
        }
        let excluded = names.names(in: line.all.subtracting(set)).map(\.text)
        forms.append(.stringsExcept(excluded, versions: versions.complement))
    }

    /// A prefix that is being listed, and its exceptions.
    private struct OpenPrefix {
        let prefix: [UInt8]?
        /// The index of the first name without the prefix.
        let end: Int
        let isIncluded: Bool
        var strings: [[UInt8]] = []
        var prefixes: [[UInt8]] = []
    }

    /// Names among which nothing changes are passed over, so the time depends on the ranges of the set.
    private mutating func appendStrings() {
        var open = [OpenPrefix(prefix: nil, end: names.list.count, isIncluded: includes(names.otherStrings))]
        var patterns: [AttributeForm] = []
        var index = 0
        while index < names.list.count {
            while let last = open.last, last.end <= index { close(&open, into: &patterns) }
            let name = names.list[index]
            if names.haveOthers, set.contains(name.segment) == open.last?.isIncluded {
                let next = names.firstIndex(after: index, leavingRunOf: set)
                if next > index {
                    index = min(next, open.last?.end ?? next)
                    continue
                }
            }
            if name.prefixSegments != nil {
                // The strings with this prefix that have no longer named prefix.
                let isIncluded = includes(names.others[index])
                if isIncluded != open.last?.isIncluded {
                    if !isIncluded { open[open.count - 1].prefixes.append(name.text) }
                    open.append(OpenPrefix(prefix: name.text, end: name.endOfLonger, isIncluded: isIncluded))
                }
            }
            index += 1
            guard name.isString else { continue }
            let isIncluded = set.contains(name.segment)
            guard isIncluded != open.last?.isIncluded else { continue }
            if isIncluded { forms.append(.string(name.text)) } else { open[open.count - 1].strings.append(name.text) }
        }
        while !open.isEmpty { close(&open, into: &patterns) }
        forms += patterns
    }

    /// Adds the form of the last open prefix, if its strings are included.
    private func close(_ open: inout [OpenPrefix], into patterns: inout [AttributeForm]) {
        guard let last = open.popLast(), last.isIncluded else { return }
        patterns.append(.strings(prefix: last.prefix, except: last.strings, exceptPrefixes: last.prefixes))
    }

    /// Whether the set contains a segment; not if there is none.
    private func includes(_ segment: Int32?) -> Bool { segment.map { set.contains($0) } ?? false }
}

extension AxisLine {
    /// The only number in a range of segments; `nil` if there are several.
    func onlyNumber(of range: Range<Int32>) -> String? {
        let index = Int(range.lowerBound - numberSegments.lowerBound) - 1
        guard range.count == 1, index >= 0, index + 1 < numbers.count,
            numbers[index].number == numbers[index + 1].number
        else { return nil }
        return numbers[index].number.description
    }

    /// The bounds of a range of segments of numbers.
    func numberBounds(of range: Range<Int32>) -> [(sign: String, number: String)] {
        var bounds: [(sign: String, number: String)] = []
        let lower = Int(range.lowerBound - numberSegments.lowerBound) - 1
        let upper = Int(range.upperBound - numberSegments.lowerBound) - 1
        if numbers.indices.contains(lower) {
            bounds.append((numbers[lower].isAfter ? ">" : ">=", "\(numbers[lower].number)"))
        }
        if numbers.indices.contains(upper) {
            bounds.append((numbers[upper].isAfter ? "<=" : "<", "\(numbers[upper].number)"))
        }
        return bounds
    }

    /// The versions of a set of segments.
    func versions(of set: SegmentSet) -> VersionSet {
        let own = set.intersection(SegmentSet(versionSegments))
        return VersionSet(
            own.ranges.map { range in
                let lower = Int(range.lowerBound - versionSegments.lowerBound) - 1
                let upper = Int(range.upperBound - versionSegments.lowerBound) - 1
                return VersionInterval(
                    unchecked: versions.indices.contains(lower) ? versions[lower] : .lowest,
                    versions.indices.contains(upper) ? versions[upper] : .highest)
            })
    }
}
