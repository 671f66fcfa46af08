package import FlagResolver

// # The engine: a map
//
// A setting is a function of the app version that is constant on finitely many intervals. The engine computes that
// function exactly, for all versions at once. Every command of `flagctl` except `resolve` uses it.
//
//     requirements ──► VersionMap.firstMatch ──► SettingFunction ──► check, diff, matrix, stale, prove, test, explain
//     (version sets)   (which entry wins)        (which value)
//
// | type | what it is |
// |---|---|
// | `VersionMap` | a function of the version, as segments of the version line; `combined` is the one sweep |
// | `VersionMap.firstMatch` | the one rule for all versions: the first set, in order of rank, that contains the version |
// | `SettingFunction` | a setting as a function: the winning entry, its value, and which values are equal |
// | `ValueClasses` | numbers for values: equal values have equal numbers |
// | `SettingsMatrix` | the functions of many settings over common segments |
//
// # A worked example
//
//     { "defaultValue": 300, "valuesByVersion": [
//         { "appVersion": ">=1.4.1 <1.4.3", "value": 120 },      entry 0
//         { "appVersion": ">=1.4.0", "value": 60 } ] }           entry 1
//
// 1. Each requirement is a map of two values: entry 0 is `nil` below 1.4.1, 0 up to 1.4.3, and `nil` above.
// 2. Two neighbours in rank are combined with `earlier ?? later`. The sweep walks along both lists of segments, from the
//    lowest version to the highest, and ends a segment where either list does. Many entries are combined in pairs, then
//    pairs of pairs, so that *n* intervals take O(*n* log *n*):
//
//         <1.4.0: nil │ >=1.4.0 <1.4.1: 1 │ >=1.4.1 <1.4.3: 0 │ >=1.4.3: 1
//
// 3. The function reads the values: 300, 60, 120, 60. Values are compared once and numbered 0, 1, 2, 1, so that "where
//    does the value change" and "is this value what the entry gives" are comparisons of integers.
// 4. Two documents are compared by combining their two maps into pairs of winners: another use of the same sweep.

/// A function of the app version that is constant on finitely many intervals of the version line.
///
/// 1. It is a collection of segments, which cover the whole line in ascending order; each begins where the previous one
///    ends.
/// 2. Adjacent segments never have the same value, so equal functions are equal maps.
package struct VersionMap<Value: Equatable & Sendable>: Equatable, Sendable {
    /// Adjacent versions with the same value.
    package struct Segment: Equatable, Sendable {
        package let interval: VersionInterval
        package let value: Value
    }

    /// A segment without its lower cut, which is the upper cut of the previous segment.
    private struct Step: Equatable, Sendable {
        var upper: VersionCut
        var value: Value
    }

    private var steps: [Step] = []

    /// The constant function.
    package init(_ value: Value) {
        append(value, upTo: .highest)
    }

    /// The function with one value for the versions of a set, and another one for all others.
    ///
    /// - Complexity: O(*n*) in the number of intervals of the set.
    package init(_ set: VersionSet, inside: Value, outside: Value) {
        let count = set.intervalCount
        steps.reserveCapacity(2 * count + 1)
        for index in 0..<count {
            let interval = set.interval(at: index)
            if index > 0 || interval.lower != .lowest { append(outside, upTo: interval.lower) }
            append(inside, upTo: interval.upper)
        }
        if steps.last?.upper != .highest { append(outside, upTo: .highest) }
    }

    private init(reserving count: Int) {
        steps.reserveCapacity(count)
    }

    /// The value of a function of the values of two maps, for every version.
    ///
    /// This is the sweep along the version line.
    ///
    /// - Complexity: O(*n* + *m*) in the number of segments.
    package func combined<Other, Result>(
        with other: VersionMap<Other>, _ combine: (Value, Other) -> Result
    ) -> VersionMap<Result> {
        var result = VersionMap<Result>(reserving: steps.count + other.steps.count - 1)
        var index = 0
        var otherIndex = 0
        // Both lists end at the highest cut, so they end together.
        while index < steps.count, otherIndex < other.steps.count {
            let value = combine(steps[index].value, other.steps[otherIndex].value)
            if steps[index].upper < other.steps[otherIndex].upper {
                result.append(value, upTo: steps[index].upper)
                index += 1
            } else {
                result.append(value, upTo: other.steps[otherIndex].upper)
                if steps[index].upper == other.steps[otherIndex].upper { index += 1 }
                otherIndex += 1
            }
        }
        return result
    }

    /// The function with transformed values; adjacent segments whose values become equal are joined.
    package func mapped<Result>(_ transform: (Value) -> Result) -> VersionMap<Result> {
        var result = VersionMap<Result>(reserving: steps.count)
        for step in steps { result.append(transform(step.value), upTo: step.upper) }
        return result
    }

    /// The function with other values for its segments, in ascending order; the last value is used for any further
    /// segments.
    func withValues<Result>(_ values: [Result]) -> VersionMap<Result> {
        var next = values.startIndex
        return mapped { _ in
            defer { next = Swift.min(next + 1, values.endIndex - 1) }
            return values[next]
        }
    }

    /// Continues the map up to a cut above the end of the last segment.
    private mutating func append(_ value: Value, upTo upper: VersionCut) {
        if let last = steps.indices.last, steps[last].value == value {
            steps[last].upper = upper
        } else {
            steps.append(Step(upper: upper, value: value))
        }
    }
}

extension VersionMap: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { steps.count }

    package subscript(index: Int) -> Segment {
        let lower = index == 0 ? .lowest : steps[index - 1].upper
        return Segment(
            interval: VersionInterval(unchecked: lower, steps[index].upper), value: steps[index].value)
    }
}

extension VersionMap {
    /// The value of a segment, by its index.
    package func value(at index: Int) -> Value { steps[index].value }

    /// The versions for which a condition on the value holds.
    package func versions(where condition: (Value) -> Bool) -> VersionSet {
        VersionSet(indices.filter { condition(steps[$0].value) }.map { self[$0].interval })
    }

    /// The index of the segment that contains a version.
    ///
    /// - Complexity: O(log *n*) in the number of segments.
    package func index(containing version: AppVersion) -> Int { firstIndex(endingAbove: .before(version)) }

    /// The segments that share versions with an interval.
    ///
    /// - Complexity: O(log *n*) in the number of segments.
    package func indices(overlapping interval: VersionInterval) -> Range<Int> {
        let first = firstIndex(endingAbove: interval.lower)
        // The upper cut is at the end of a segment, or within one.
        var end = first
        if steps[first].upper < interval.upper {
            end = firstIndex(endingAbove: interval.upper)
            if steps[end - 1].upper == interval.upper { end -= 1 }
        }
        return first..<(end + 1)
    }

    /// The first segment that ends above a cut.
    private func firstIndex(endingAbove cut: VersionCut) -> Int {
        steps.partitionPoint { cut < $0.upper }
    }

    /// The index of the segment that contains the versions just above a cut.
    ///
    /// - Complexity: O(log *n*) in the number of segments.
    func index(startingAt cut: VersionCut) -> Int { firstIndex(endingAbove: cut) }
}

extension VersionMap {
    /// For every version, the value of the first set that contains it.
    ///
    /// - Parameters:
    ///   - otherwise: The value for versions that no set contains.
    ///   - value: The value of a set, by its index. Each set has another value.
    /// - Complexity: O(*n* log *n*) in the number of intervals of all sets.
    package static func firstMatch(of sets: [VersionSet], otherwise: Value, _ value: (Int) -> Value) -> VersionMap {
        firstMatch(of: sets, sets.indices, otherwise, value)
    }

    private static func firstMatch(
        of sets: [VersionSet], _ indices: Range<Int>, _ otherwise: Value, _ value: (Int) -> Value
    ) -> VersionMap {
        guard indices.count > 1 else {
            return indices.first.map { VersionMap(sets[$0], inside: value($0), outside: otherwise) }
                ?? VersionMap(otherwise)
        }
        if let map = smallFirstMatch(of: sets, indices, otherwise, value) { return map }
        let middle = indices.lowerBound + indices.count / 2
        let earlier = firstMatch(of: sets, indices.lowerBound..<middle, otherwise, value)
        let later = firstMatch(of: sets, middle..<indices.upperBound, otherwise, value)
        return earlier.combined(with: later) { $0 == otherwise ? $1 : $0 }
    }

    /// Up to this many intervals are inserted into one map, which needs fewer allocations than combining maps.
    private static var maximumSmallCount: Int { 16 }

    /// The same for sets with few intervals; `nil` if there are more.
    private static func smallFirstMatch(
        of sets: [VersionSet], _ indices: Range<Int>, _ otherwise: Value, _ value: (Int) -> Value
    ) -> VersionMap? {
        var count = 0
        for index in indices {
            count += sets[index].intervalCount
            guard count <= maximumSmallCount else { return nil }
        }
        var map = VersionMap(reserving: 2 * count + 1)
        map.append(otherwise, upTo: .highest)
        for index in indices.reversed() {
            for position in 0..<sets[index].intervalCount {
                map.put(value(index), on: sets[index].interval(at: position))
            }
        }
        return map
    }
}

extension VersionMap {
    /// Changes the value for an interval. No segment beside the interval may have the new value.
    ///
    /// - Complexity: O(*n*) in the number of segments.
    private mutating func put(_ value: Value, on interval: VersionInterval) {
        let first = firstIndex(endingAbove: interval.lower)
        var last = first
        while steps[last].upper < interval.upper { last += 1 }
        // Versions below and above the interval keep their values.
        let isSplitBelow = (first == 0 ? .lowest : steps[first - 1].upper) < interval.lower
        let valueBelow = steps[first].value
        if interval.upper < steps[last].upper {
            steps.insert(Step(upper: interval.upper, value: value), at: last)
        } else {
            steps[last].value = value
        }
        if isSplitBelow, first == last {
            steps.insert(Step(upper: interval.lower, value: valueBelow), at: first)
        } else if isSplitBelow {
            steps[first].upper = interval.lower
            steps.removeSubrange((first + 1)..<last)
        } else {
            steps.removeSubrange(first..<last)
        }
    }
}
