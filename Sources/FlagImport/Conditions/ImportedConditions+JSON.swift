import FlagResolver

extension ImportedConditions {
    /// Writes the conditions as members of an entry: at least one, because an entry must have a condition.
    ///
    /// An entry for everybody tests the version, and does not hold without one. Imported documents have none: such a value is
    /// the default.
    ///
    /// - Parameter unknownKey: The attribute that stands for the users of the other system.
    func write(to writer: inout JSONWriter, unknownKey: String) {
        if isAlways || versions != .all {
            writer.write(key: "appVersion")
            writer.write("\(versions)")
        }
        if !attributes.isEmpty {
            writer.write(key: "when")
            writer.beginObject()
            for attribute in attributes {
                writer.write(key: attribute.name)
                attribute.test.write(to: &writer)
            }
            writer.endObject()
        }
        if !rollouts.isEmpty {
            writer.write(key: "rollout")
            writer.writeOneOrMore(rollouts) { $1.write(to: &$0, unknownKey: unknownKey) }
        }
        for (name, instant) in [("from", from), ("until", until)] {
            guard let instant else { continue }
            writer.write(key: name)
            writer.write("\(instant)")
        }
        if !requires.isEmpty {
            writer.write(key: "requires")
            writer.writeOneOrMore(requires) { $0.write($1) }
        }
    }
}

extension ImportedRollout {
    fileprivate func write(to writer: inout JSONWriter, unknownKey: String) {
        writer.beginObject()
        writer.write(key: "percent")
        if let only = slices.first, slices.count == 1, only.lowerBound == 0 {
            writer.write(raw: "\(RolloutPercentage(bucketCount: only.upperBound))")
        } else {
            writer.writeOneOrMore(slices) { writer, slice in
                writer.beginArray()
                writer.write(raw: "\(RolloutPercentage(bucketCount: slice.lowerBound))")
                writer.write(raw: "\(RolloutPercentage(bucketCount: slice.upperBound))")
                writer.endArray()
            }
        }
        writer.write(key: "salt")
        writer.write(salt)
        switch key {
        case .targetingKey: break
        case .attribute(let name):
            writer.write(key: "by")
            writer.write(name)
        case .unknown:
            writer.write(key: "by")
            writer.write(unknownKey)
        }
        writer.endObject()
    }
}
