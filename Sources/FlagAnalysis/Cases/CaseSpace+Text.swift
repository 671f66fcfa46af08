import FlagResolver

extension AttributeForms {
    /// The values as words: `DE or AT`, `other than DE`, `>=5 <10`, `starting with "de-"`.
    func text(_ length: TextLength = .short) -> String { length.alternatives(forms.map { $0.text(length) }) }

    /// The values after "not".
    fileprivate func textAfterNot(_ length: TextLength) -> String {
        length.alternatives(forms.map { $0.text(length, isNegated: true) })
    }
}

extension AttributeForm {
    fileprivate func text(_ length: TextLength, isNegated: Bool = false) -> String {
        switch self {
        case .absent: "absent"
        case .present: "present"
        case .boolean(let value): "\(value)"
        case .number(let number): number
        case .numbers(let bounds): bounds.isEmpty ? "a number" : Self.text(bounds)
        case .numbersExcept(let numbers): "a number other than \(length.alternatives(numbers))"
        case .string(let text): Self.text(text)
        case .strings(let prefix, let strings, let prefixes):
            (isNegated && prefix == nil && strings.count + prefixes.count > 0 ? "a string " : "")
                + Self.text(prefix, except: strings, prefixes, length)
        case .versions(let versions): length.versions(versions)
        case .stringsExcept(let strings, let versions): Self.text(except: strings, versions, length)
        }
    }

    /// Whether it is worded as "other than".
    fileprivate var hasExceptions: Bool {
        switch self {
        case .numbersExcept, .stringsExcept: true
        case .strings(let prefix, let strings, let prefixes): prefix == nil && strings.count + prefixes.count > 0
        case .absent, .present, .boolean, .number, .numbers, .string, .versions: false
        }
    }

    private static func text(_ bounds: [(sign: String, number: String)]) -> String {
        bounds.map { $0.sign + $0.number }.joined(separator: " ")
    }

    private static func text(
        _ prefix: [UInt8]?, except strings: [[UInt8]], _ prefixes: [[UInt8]], _ length: TextLength
    ) -> String {
        let excluded = strings.map { text($0) } + prefixes.map { "what starts with \(JSONText.shown($0))" }
        let exception = excluded.isEmpty ? "" : "other than \(length.alternatives(excluded))"
        guard let prefix else { return excluded.isEmpty ? "a string" : exception }
        return "starting with \(JSONText.shown(prefix))" + (excluded.isEmpty ? "" : " \(exception)")
    }

    private static func text(except strings: [[UInt8]], _ versions: VersionSet, _ length: TextLength) -> String {
        let excluded = strings.map { text($0) } + (versions.isEmpty ? [] : ["version \(length.versions(versions))"])
        return excluded.isEmpty ? "a string" : "a string other than \(length.alternatives(excluded))"
    }

    /// A string, without quotes if it is a word that cannot be mistaken for another value.
    private static func text(_ string: [UInt8]) -> String {
        let isWord = string.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || "._-".utf8.contains(byte)
        }
        let text = String(decoding: string, as: UTF8.self)
        let isTaken = ["true", "false", "null", "absent", "present"].contains(text)
        let startsWithLetter = string.first.map { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } ?? false
        return isWord && startsWithLetter && !isTaken ? text : JSONText.shown(string)
    }
}

extension CaseSpace {
    /// The conditions of a case in words, such as `>=2.0.0, country AT or DE, 25 % of "checkout"`; `nil` for everybody.
    package func text(of item: Case, _ length: TextLength = .short) -> String? {
        var parts = item.versions == .all ? [] : [length.versions(item.versions)]
        var rollouts: [String] = []
        for term in item.terms {
            let line = lines[term.axis]
            switch line.axis {
            case .attribute: parts.append(text(of: term, length))
            case .targetingKey: if !isImplied(term, in: item) { parts.append(text(of: term, length)) }
            case .date: parts.append(Self.text(ofDates: term.segments, on: line, length))
            case .bucket: rollouts.append(rollout(of: term).text)
            }
        }
        if rollouts.count > 1 {
            let share = (share(of: item) ?? .zero).percent
            parts.append("\(rollouts.joined(separator: " and ")) (\(share) % if these are independent)")
        } else {
            parts += rollouts
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// The values of a term on the axis of an attribute or the targeting key, in words.
    private func text(of term: Case.Term, _ length: TextLength) -> String {
        if let known = termTexts[length, default: [:]][term] { return known }
        let line = lines[term.axis]
        let values = Self.text(of: term.segments, on: line, declaredAs: axes.declaredTypes[term.axis], length)
        let text = "\(line.axis.description) \(values)"
        termTexts[length, default: [:]][term] = text
        return text
    }

    /// Values in words. A set that includes absence is worded as a negation, unless that is longer.
    ///
    /// - Parameter type: The declared type of the attribute. Words are about its values only, if that says enough.
    private static func text(
        of set: SegmentSet, on line: AxisLine, declaredAs type: DeclaredAttributes.AttributeType?, _ length: TextLength
    ) -> String {
        let (segments, possible) = line.segments(set, ofDeclared: type)
        let forms = AttributeForms(segments, on: line, among: possible)
        guard segments.contains(AxisLine.absent), forms.forms.count > 1 else { return forms.text(length) }
        let others = AttributeForms(possible.subtracting(segments), on: line, among: possible)
        // "absent or GB", not "not a string other than GB".
        let isDoubleNegation = possible != line.all && others.forms.contains { $0.hasExceptions }
        guard !isDoubleNegation, !isLonger(line.all.subtracting(set), than: set, on: line) else {
            return forms.text(length)
        }
        return "not \(others.textAfterNot(length))"
    }

    /// Whether more forms are needed for one set than for another.
    private static func isLonger(_ set: SegmentSet, than other: SegmentSet, on line: AxisLine) -> Bool {
        AttributeForms(set, on: line).forms.count > AttributeForms(other, on: line).forms.count
    }

    private static func text(ofDates segments: SegmentSet, on line: AxisLine, _ length: TextLength) -> String {
        let isNegated = segments.contains(AxisLine.absent) && segments != SegmentSet(AxisLine.absent)
        let dates = dates(of: isNegated ? line.all.subtracting(segments) : segments, on: line).map(\.text)
        return (isNegated ? "not " : "") + length.alternatives(dates)
    }
}

extension AxisLine {
    /// A set without the kinds of values that a declared type excludes, and all segments that remain possible.
    ///
    /// A kind stays if the set has only a part of it: then conditions name such values in spite of the declaration.
    fileprivate func segments(
        _ set: SegmentSet, ofDeclared type: DeclaredAttributes.AttributeType?
    ) -> (set: SegmentSet, possible: SegmentSet) {
        let booleans = SegmentSet(segment(of: false)..<(segment(of: true) + 1))
        let (numbers, strings) = (SegmentSet(numberSegments), SegmentSet(stringSegments))
        let excluded: [SegmentSet] =
            switch type {
            case nil: []
            case .string, .version: [booleans, numbers]
            case .boolean: [numbers, strings]
            case .integer, .number: [booleans, strings]
            }
        var possible = all
        for kind in excluded {
            let part = set.intersection(kind)
            guard part.isEmpty || part == kind else { return (set, all) }
            possible = possible.subtracting(kind)
        }
        let rest = set.intersection(possible)
        return rest.isEmpty ? (set, all) : (rest, possible)
    }
}

extension CaseSpace.DateRange {
    fileprivate var text: String {
        if let isPresent { return isPresent ? "with a date" : "without a date" }
        return [from.map { "from \($0)" }, until.map { "until \($0)" }].compactMap { $0 }.joined(separator: " ")
    }
}

extension CaseConditions.Rollout {
    /// The share in words, such as `25 % of "checkout-2026"` or `10 % to 20 % of "review" by accountID`.
    package var text: String {
        let shares = slices.map { slice in
            (slice.lowerBound == 0 ? "" : "\(RolloutPercentage(bucketCount: slice.lowerBound)) % to ")
                + "\(RolloutPercentage(bucketCount: slice.upperBound)) %"
        }
        return "\(shares.joined(separator: " and ")) of \(JSONText.shown(salt))" + (by.map { " by \($0)" } ?? "")
    }
}
