import FlagResolver

/// A set of values of an attribute as the forms that a condition has, such as `"DE"` or `{"not": ["DE", "AT"]}`.
///
/// Each form is JSON. A condition of all forms, as a list, holds for exactly the values of the set.
struct AttributeForms {
    private let line: AxisLine
    private let set: SegmentSet
    private(set) var forms: [String] = []

    init(_ set: SegmentSet, on line: AxisLine) {
        self.line = line
        self.set = set
        let absent = SegmentSet(AxisLine.absent)
        guard set != line.all.subtracting(absent) else {
            forms = [#"{"absent": false}"#]
            return
        }
        if set.contains(AxisLine.absent) { forms.append(#"{"absent": true}"#) }
        if case .attribute = line.axis { appendScalars() }
        if line.hasVersions { appendVersions() } else { appendStrings() }
    }

    /// The condition: one form, or a list of all.
    var condition: String { forms.count == 1 ? forms[0] : Self.list(forms) }

    private static func list(_ forms: [String]) -> String { "[\(forms.joined(separator: ", "))]" }

    private static func oneOrList(_ forms: [String]) -> String { forms.count == 1 ? forms[0] : list(forms) }

    private mutating func appendScalars() {
        for value in [false, true] where set.contains(line.segment(of: value)) { forms.append("\(value)") }
        forms += numberForms
    }

    // MARK: Numbers

    private var numberForms: [String] {
        let own = set.intersection(SegmentSet(line.numberSegments))
        let others = SegmentSet(line.numberSegments).subtracting(set)
        guard !own.isEmpty else { return [] }
        guard !others.isEmpty else { return [#"{"<": 0}"#, #"{">=": 0}"#] }
        let excluded = others.ranges.map { line.onlyNumber(of: $0) }
        if excluded.allSatisfy({ $0 != nil }) { return ["{\"not\": \(Self.oneOrList(excluded.compactMap { $0 }))}"] }
        return own.ranges.map { line.onlyNumber(of: $0) ?? "{\(line.numberBounds(of: $0).joined(separator: ", "))}" }
    }

    // MARK: Versions

    /// A string that is not a version.
    private static let otherString = "\"-\""

    /// The forms of strings of which some are versions. Conditions name no prefixes then.
    private mutating func appendVersions() {
        let names = line.named.sorted { $0.lexicographicallyPrecedes($1) }
        let versions = line.versions(of: set)
        guard includesOthers(than: names) else {
            forms += names.filter { set.contains(line.segment(ofString: $0)) }.map { JSONText.quoted($0) }
            if !versions.isEmpty { forms.append("{\"version\": \"\(versions)\"}") }
            return
        }
        var excluded = names.filter { !set.contains(line.segment(ofString: $0)) }.map { JSONText.quoted($0) }
        if excluded.isEmpty {
            // The negation holds for strings only if it names one.
            excluded.append(Self.otherString)
            forms.append(Self.otherString)
        }
        if versions != .all { excluded.append("{\"version\": \"\(versions.complement)\"}") }
        forms.append("{\"not\": \(Self.oneOrList(excluded))}")
    }

    // MARK: Strings

    /// A prefix that is being listed: what it includes beside others that conditions name, and what differs from it.
    private struct OpenPrefix {
        let prefix: [UInt8]?
        let isIncluded: Bool
        var exceptions: [String] = []
        var excludedPrefixes: [String] = []
    }

    private mutating func appendStrings() {
        let names = line.named.union(line.prefixes).sorted { $0.lexicographicallyPrecedes($1) }
        var open = [OpenPrefix(prefix: nil, isIncluded: includesOthers(than: names))]
        var strings: [String] = []
        var others: [String] = []
        for name in names {
            while let prefix = open.last?.prefix, !name.starts(with: prefix) { others += close(&open) }
            let isNamed = line.named.contains(name)
            let text = JSONText.quoted(name)
            if line.prefixes.contains(name) {
                let isIncluded = includesRemainder(of: name, names)
                if isIncluded != open.last?.isIncluded {
                    if !isIncluded { open[open.count - 1].excludedPrefixes.append(text) }
                    open.append(OpenPrefix(prefix: name, isIncluded: isIncluded))
                }
            }
            guard isNamed else { continue }
            let isIncluded = set.contains(line.segment(ofString: name))
            guard isIncluded != open.last?.isIncluded else { continue }
            if isIncluded { strings.append(text) } else { open[open.count - 1].exceptions.append(text) }
        }
        while !open.isEmpty { others += close(&open) }
        forms += strings + others
    }

    /// The form of the last open prefix, if its strings are included.
    private func close(_ open: inout [OpenPrefix]) -> [String] {
        guard let last = open.popLast(), last.isIncluded else { return [] }
        var excluded = last.exceptions
        if !last.excludedPrefixes.isEmpty {
            excluded.append("{\"startsWith\": \(Self.oneOrList(last.excludedPrefixes))}")
        }
        guard let prefix = last.prefix else {
            guard !excluded.isEmpty else { return [#"{"startsWith": "a"}"#, #"{"not": {"startsWith": "a"}}"#] }
            return ["{\"not\": \(Self.oneOrList(excluded))}"]
        }
        let start = "\"startsWith\": \(JSONText.quoted(prefix))"
        return excluded.isEmpty ? ["{\(start)}"] : ["{\(start), \"not\": \(Self.oneOrList(excluded))}"]
    }

    /// Whether the set has the strings that no name is a part of.
    private func includesOthers(than names: [[UInt8]]) -> Bool {
        includes(line.stringSegments, except: names)
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

/// Strings as JSON.
enum JSONText {
    static func quoted(_ text: [UInt8]) -> String {
        var writer = JSONWriter()
        writer.write(string: text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension AxisLine {
    /// The number that is the only one of a range of segments; `nil` if there are several.
    func onlyNumber(of range: Range<Int32>) -> String? {
        let index = Int(range.lowerBound - numberSegments.lowerBound) - 1
        guard range.count == 1, index >= 0, index + 1 < numbers.count, numbers[index].number == numbers[index + 1].number
        else { return nil }
        return numbers[index].number.description
    }

    /// The members of a condition for a range of segments of numbers, of which some number is outside.
    func numberBounds(of range: Range<Int32>) -> [String] {
        var members: [String] = []
        let lower = Int(range.lowerBound - numberSegments.lowerBound) - 1
        let upper = Int(range.upperBound - numberSegments.lowerBound) - 1
        if numbers.indices.contains(lower) {
            members.append("\"\(numbers[lower].isAfter ? ">" : ">=")\": \(numbers[lower].number)")
        }
        if numbers.indices.contains(upper) {
            members.append("\"\(numbers[upper].isAfter ? "<=" : "<")\": \(numbers[upper].number)")
        }
        return members
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
