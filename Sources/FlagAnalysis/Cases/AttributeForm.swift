import FlagResolver

/// A part of the values of an attribute, which a single condition can state.
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
    /// All strings except some that are no versions, and except some versions.
    case stringsExcept([[UInt8]], versions: VersionSet)
}

/// A set of values of an attribute as forms, which are disjoint.
struct AttributeForms {
    private let line: AxisLine
    private let set: SegmentSet
    private(set) var forms: [AttributeForm] = []

    init(_ set: SegmentSet, on line: AxisLine) {
        self.line = line
        self.set = set
        let absent = SegmentSet(AxisLine.absent)
        guard set != line.all.subtracting(absent) else {
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

    /// The forms of strings of which some are versions. Conditions name no prefixes then.
    private mutating func appendVersions() {
        let names = line.named.sorted { $0.lexicographicallyPrecedes($1) }
        let versions = line.versions(of: set)
        guard includes(line.stringSegments, except: names) else {
            forms += names.filter { set.contains(line.segment(ofString: $0)) }.map { .string($0) }
            if !versions.isEmpty { forms.append(.versions(versions)) }
            return
        }
        let excluded = names.filter { !set.contains(line.segment(ofString: $0)) }
        forms.append(.stringsExcept(excluded, versions: versions.complement))
    }

    /// A prefix that is being listed, and what differs from the other strings with the prefix.
    private struct OpenPrefix {
        let prefix: [UInt8]?
        let isIncluded: Bool
        var strings: [[UInt8]] = []
        var prefixes: [[UInt8]] = []
    }

    private mutating func appendStrings() {
        let names = line.named.union(line.prefixes).sorted { $0.lexicographicallyPrecedes($1) }
        var open = [OpenPrefix(prefix: nil, isIncluded: includes(line.stringSegments, except: names))]
        var patterns: [AttributeForm] = []
        for name in names {
            while let prefix = open.last?.prefix, !name.starts(with: prefix) { close(&open, into: &patterns) }
            if line.prefixes.contains(name) {
                let isIncluded = includesRemainder(of: name, names)
                if isIncluded != open.last?.isIncluded {
                    if !isIncluded { open[open.count - 1].prefixes.append(name) }
                    open.append(OpenPrefix(prefix: name, isIncluded: isIncluded))
                }
            }
            guard line.named.contains(name) else { continue }
            let isIncluded = set.contains(line.segment(ofString: name))
            guard isIncluded != open.last?.isIncluded else { continue }
            if isIncluded { forms.append(.string(name)) } else { open[open.count - 1].strings.append(name) }
        }
        while !open.isEmpty { close(&open, into: &patterns) }
        forms += patterns
    }

    /// Adds the form of the last open prefix, if its strings are included.
    private func close(_ open: inout [OpenPrefix], into patterns: inout [AttributeForm]) {
        guard let last = open.popLast(), last.isIncluded else { return }
        patterns.append(.strings(prefix: last.prefix, except: last.strings, exceptPrefixes: last.prefixes))
    }

    /// Whether the set has the strings with a prefix that no longer name is a part of.
    private func includesRemainder(of prefix: [UInt8], _ names: [[UInt8]]) -> Bool {
        let longer = names.filter { $0.count > prefix.count && $0.starts(with: prefix) }
        return includes(line.segments(withPrefix: prefix), except: longer)
    }

    /// Whether the set has the segments of a range that belong to no name.
    private func includes(_ range: Range<Int32>, except names: [[UInt8]]) -> Bool {
        var segment = range.lowerBound
        var remaining = names[...]
        while segment < range.upperBound {
            if line.isNamed(segment) {
                segment += 1
                continue
            }
            while let name = remaining.first, prefixRange(name).upperBound <= segment { remaining.removeFirst() }
            guard let name = remaining.first, prefixRange(name).contains(segment) else { break }
            segment = prefixRange(name).upperBound
        }
        return segment < range.upperBound && set.contains(segment)
    }

    private func prefixRange(_ name: [UInt8]) -> Range<Int32> {
        line.prefixes.contains(name) ? line.segments(withPrefix: name) : 0..<0
    }
}

extension AxisLine {
    /// The number that is the only one of a range of segments; `nil` if there are several.
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

    /// Whether a segment has one string, which conditions name.
    func isNamed(_ segment: Int32) -> Bool { onlyString(of: segment).map { named.contains($0) } ?? false }
}
