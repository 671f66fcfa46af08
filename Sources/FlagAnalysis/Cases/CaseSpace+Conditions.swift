package import FlagResolver

/// The conditions of a case, as an entry states them.
package struct CaseConditions: Sendable {
    /// `nil` for every version.
    package let versions: VersionSet?
    /// The conditions by attributes: the names, and the conditions as JSON.
    package let attributes: [(name: String, condition: String)]
    package let rollouts: [Rollout]
    package let from: Instant?
    package let until: Instant?

    /// The buckets of a salt.
    package struct Rollout: Hashable, Sendable {
        /// The salt, as UTF-8.
        package let salt: [UInt8]
        /// The attribute whose value is the key; `nil` for the targeting key.
        package let by: String?
        /// The buckets that are included, in ascending order.
        package let slices: [Range<Int>]

        package var bucketCount: Int { slices.reduce(0) { $0 + $1.count } }
    }

    /// The conditions as a JSON object, with the members of an entry.
    package var json: String {
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Writes the conditions as a JSON object, with the members of an entry.
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let versions {
            writer.write(key: "appVersion")
            writer.write("\(versions)")
        }
        if !attributes.isEmpty {
            writer.write(key: "when")
            writer.beginObject()
            for (name, condition) in attributes {
                writer.write(key: name)
                writer.write(raw: condition)
            }
            writer.endObject()
        }
        if !rollouts.isEmpty {
            writer.write(key: "rollout")
            if rollouts.count > 1 { writer.beginArray() }
            for rollout in rollouts { rollout.write(to: &writer) }
            if rollouts.count > 1 { writer.endArray() }
        }
        if let from {
            writer.write(key: "from")
            writer.write("\(from)")
        }
        if let until {
            writer.write(key: "until")
            writer.write("\(until)")
        }
        writer.endObject()
    }
}

extension CaseConditions.Rollout {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: "percent")
        if slices.count == 1, slices[0].lowerBound == 0 {
            writer.write(bucketCount: slices[0].upperBound)
        } else {
            if slices.count > 1 { writer.beginArray() }
            for slice in slices {
                writer.beginArray()
                writer.write(bucketCount: slice.lowerBound)
                writer.write(bucketCount: slice.upperBound)
                writer.endArray()
            }
            if slices.count > 1 { writer.endArray() }
        }
        writer.write(key: "salt")
        writer.write(string: salt)
        if let by {
            writer.write(key: "by")
            writer.write(by)
        }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a number of buckets as a percentage.
    fileprivate mutating func write(bucketCount: Int) {
        write(raw: "\(RolloutPercentage(bucketCount: bucketCount))")
    }
}

extension CaseSpace {
    /// The conditions of a case as those of an entry, or of several entries where dates leave gaps.
    package func conditions(of item: Case) -> [CaseConditions] {
        var attributes: [(name: String, condition: String)] = []
        var rollouts: [CaseConditions.Rollout] = []
        var dates = [DateRange()]
        for term in item.terms {
            let line = lines[term.axis]
            switch line.axis {
            case .attribute, .targetingKey:
                if !isImplied(term, in: item) { attributes.append((line.axis.description, condition(term))) }
            case .date: dates = Self.dates(of: term.segments, on: line)
            case .bucket: rollouts.append(rollout(of: term))
            }
        }
        return dates.map { date in
            let presence = date.isPresent.map { [("date", "{\"absent\":\(!$0)}")] } ?? []
            return CaseConditions(
                versions: item.versions == .all ? nil : item.versions, attributes: attributes + presence,
                rollouts: rollouts, from: date.from, until: date.until)
        }
    }

    /// Whether a term only says that there is a key, which a rollout of the case implies.
    func isImplied(_ term: Case.Term, in item: Case) -> Bool {
        item.terms.contains { keyAxes[$0.axis] == term.axis }
            && term.segments == SegmentSet(lines[term.axis].stringSegments)
    }

    /// A condition that holds for the values of a term on the axis of an attribute or the targeting key, as JSON.
    private func condition(_ term: Case.Term) -> String {
        if let known = termConditions[term] { return known }
        let condition = AttributeForms(term.segments, on: lines[term.axis]).condition
        termConditions[term] = condition
        return condition
    }

    /// The buckets of a term.
    func rollout(of term: Case.Term) -> CaseConditions.Rollout {
        let line = lines[term.axis]
        guard case .bucket(let salt, let by) = line.axis else {
            return CaseConditions.Rollout(salt: [], by: nil, slices: [])
        }
        let slices = term.segments.ranges.map { range in
            line.buckets(of: range.lowerBound).lowerBound..<line.buckets(of: range.upperBound - 1).upperBound
        }
        return CaseConditions.Rollout(salt: salt, by: by == "targetingKey" ? nil : by, slices: slices)
    }

    /// The share of users in the rollouts of a case, among those who satisfy its other conditions, from 0 to 1; `nil`
    /// if it has no rollout.
    ///
    /// It is exact for one rollout. For several it is the product, which is exact if they are independent.
    package func share(of item: Case) -> ExactDecimal? {
        var share: ExactDecimal?
        for term in item.terms {
            guard case .bucket = lines[term.axis].axis else { continue }
            share = (share ?? .one).multiplied(byBuckets: rollout(of: term).bucketCount)
        }
        return share
    }

    /// A range of instants, or the presence or absence of a date.
    package struct DateRange: Hashable, Sendable {
        package var isPresent: Bool?
        package var from: Instant?
        package var until: Instant?
    }

    static func dates(of segments: SegmentSet, on line: AxisLine) -> [DateRange] {
        let absent = SegmentSet(AxisLine.absent)
        if segments == line.all.subtracting(absent) { return [DateRange(isPresent: true)] }
        var result: [DateRange] = segments.contains(AxisLine.absent) ? [DateRange(isPresent: false)] : []
        for range in segments.subtracting(absent).ranges {
            let (from, until) = (Int(range.lowerBound) - 2, Int(range.upperBound) - 2)
            result.append(
                DateRange(
                    from: line.instants.indices.contains(from) ? line.instants[from] : nil,
                    until: line.instants.indices.contains(until) ? line.instants[until] : nil))
        }
        return result
    }
}
