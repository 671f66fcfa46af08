import FlagResolver

/// What conditions name on one axis, from which its segments are derived.
struct ConditionCuts {
    var strings: Set<[UInt8]> = []
    var prefixes: Set<[UInt8]> = []
    var numbers: Set<NumberCut> = []
    var versions: Set<VersionCut> = []
    var instants: Set<Instant> = []
    var buckets: Set<Int> = []

    /// The node of the first condition that compares versions as strings, and of the first one that tests versions.
    var stringTest: Int?
    var versionTest: Int?

    /// Adds what a condition on an attribute names.
    mutating func insert(_ condition: Int, of tree: JSONTree) {
        switch tree.kind(of: condition) {
        case .string: insertString(condition, of: tree)
        case .number:
            let number = AttributeNumber(json: tree.text(of: condition))
            numbers.insert(NumberCut(number: number, isAfter: false))
            numbers.insert(NumberCut(number: number, isAfter: true))
        case .array:
            for element in tree.elements(of: condition) { insert(element, of: tree) }
        case .object:
            for (key, value) in tree.members(of: condition) { insert(tree.conditionMember(key), value, of: tree) }
        case .null, .true, .false: break
        }
    }

    private mutating func insert(_ member: ConditionMember, _ value: Int, of tree: JSONTree) {
        switch member {
        case .startsWith:
            for prefix in tree.oneOrMore(value) {
                prefixes.insert(tree.stringBytes(at: prefix) ?? [])
                stringTest = stringTest ?? prefix
            }
        case .order(let order):
            numbers.insert(NumberCut(number: AttributeNumber(json: tree.text(of: value)), isAfter: order.cutIsAfter))
        case .version:
            for requirement in tree.oneOrMore(value) {
                // This cut marks the axis as one with versions, even if the requirements have no others.
                versions.insert(.lowest)
                versionTest = versionTest ?? requirement
                for interval in (try? tree.versionSet(at: requirement))?.intervals ?? [] {
                    versions.insert(interval.lower)
                    versions.insert(interval.upper)
                }
            }
        case .not: insert(value, of: tree)
        case .absent, .metadata, .other: break
        }
    }

    private mutating func insertString(_ node: Int, of tree: JSONTree) {
        strings.insert(tree.stringBytes(at: node) ?? [])
        if stringTest == nil, AppVersion(tree.string(at: node) ?? "") != nil { stringTest = node }
    }
}

extension JSONTree {
    /// The member of a condition with a key.
    func conditionMember(_ key: Int) -> ConditionMember {
        bytes.withRawSpan { ConditionMember(key: nodes[key], in: $0) }
    }

    /// The elements of a list, or a value that is not a list.
    func oneOrMore(_ node: Int) -> [Int] { kind(of: node) == .array ? Array(elements(of: node)) : [node] }
}

extension NumberOrder {
    /// Whether the bound itself is below the cut that the order makes.
    fileprivate var cutIsAfter: Bool { self == .lessOrEqual || self == .greater }
}

extension AxisLine {
    /// The segments for which a condition on the attribute holds.
    ///
    /// The condition must be well-formed, and its cuts must be among those of the line.
    func segments(satisfying condition: Int, of tree: JSONTree) -> SegmentSet {
        switch tree.kind(of: condition) {
        case .null: return .none
        // A targeting key is a string.
        case .true where !isAttribute, .false where !isAttribute, .number where !isAttribute: return .none
        case .true: return SegmentSet(segment(of: true))
        case .false: return SegmentSet(segment(of: false))
        case .string: return SegmentSet(segment(ofString: tree.stringBytes(at: condition) ?? []))
        case .number:
            let number = AttributeNumber(json: tree.text(of: condition))
            return SegmentSet(
                segment(
                    from: NumberCut(number: number, isAfter: false))..<segment(
                        from: NumberCut(number: number, isAfter: true)))
        case .array:
            // One union of all elements, because a list may have thousands of them.
            return SegmentSet(tree.elements(of: condition).flatMap { segments(satisfying: $0, of: tree).ranges })
        case .object:
            var result = all
            for (key, value) in tree.members(of: condition) {
                guard let set = segments(satisfying: tree.conditionMember(key), value, of: tree) else { continue }
                result = result.intersection(set)
            }
            return result
        }
    }

    /// The segments for which a member of a condition holds; `nil` for a member without a meaning.
    private func segments(satisfying member: ConditionMember, _ value: Int, of tree: JSONTree) -> SegmentSet? {
        switch member {
        case .metadata: return nil
        case .other: return SegmentSet.none
        case .absent:
            let absent = SegmentSet(Self.absent)
            return tree.kind(of: value) == .true ? absent : all.subtracting(absent)
        case .not: return tested(by: value, of: tree).subtracting(segments(satisfying: value, of: tree))
        case .startsWith:
            return SegmentSet(tree.oneOrMore(value).map { segments(withPrefix: tree.stringBytes(at: $0) ?? []) })
        case .order where !isAttribute: return SegmentSet.none
        case .order(let order):
            let cut = NumberCut(number: AttributeNumber(json: tree.text(of: value)), isAfter: order.cutIsAfter)
            let bound = segment(from: cut)
            switch order {
            case .less, .lessOrEqual: return SegmentSet(numberSegments.lowerBound..<bound)
            case .greater, .greaterOrEqual: return SegmentSet(bound..<numberSegments.upperBound)
            }
        case .version:
            return SegmentSet(
                tree.oneOrMore(value).flatMap { requirement in
                    ((try? tree.versionSet(at: requirement))?.intervals ?? []).map { interval in
                        segment(from: interval.lower)..<segment(from: interval.upper)
                    }
                })
        }
    }

    /// The segments of the types that a condition tests. Its negation holds for no other segments.
    private func tested(by condition: Int, of tree: JSONTree) -> SegmentSet {
        switch tree.kind(of: condition) {
        case .null: return .none
        case .true where !isAttribute, .false where !isAttribute: return .none
        case .true, .false: return SegmentSet(segment(of: false)...segment(of: true))
        case .string: return SegmentSet(stringSegments)
        case .number: return SegmentSet(numberSegments)
        case .array:
            return SegmentSet(tree.elements(of: condition).flatMap { tested(by: $0, of: tree).ranges })
        case .object:
            return SegmentSet(
                tree.members(of: condition).map { key, _ in
                    switch tree.conditionMember(key) {
                    case .order: numberSegments
                    case .startsWith: stringSegments
                    case .version: versionSegments
                    case .not, .absent, .metadata, .other: 0..<0
                    }
                })
        }
    }
}

extension SegmentSet {
    fileprivate init(_ range: ClosedRange<Int32>) { self.init(range.lowerBound..<(range.upperBound + 1)) }
}
