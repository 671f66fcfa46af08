import FlagResolver

extension JSONType where Value == AppVersion {
    static var version: JSONType {
        JSONType(JSONSchema(["type": "string"])) { version, output in output.writer.write(plain: version.write) }
            .described(as: "An app version.")
    }
}

extension JSONType where Value == VersionSet {
    static var requirement: JSONType {
        JSONType(JSONSchema(["type": "string"])) { versions, output in output.writer.write(plain: versions.write) }
            .described(as: "A set of versions, in the syntax of requirements.")
    }
}

extension VersionSet {
    /// A set as a requirement, and as its intervals.
    static let json = JSONObject<VersionSet> {
        Member("versions", .requirement) { $0 }
        Member("ranges", .list(of: VersionInterval.json), "The same set as ranges, in ascending order.") {
            $0.intervals
        }
    }
}

extension VersionInterval {
    /// An interval as a named definition.
    static let json = JSONObject<VersionInterval>("range") { Member(of: members) { $0 } }

    /// An interval as a requirement, and as its bounds.
    static let members = JSONObject<VersionInterval> {
        Member("versions", .interval) { $0 }
        Member("from", .nullable(.version), "The lower bound; null if there is none.") {
            $0.namedVersion ?? $0.lower.version
        }
        Member("fromInclusive", .bool, "Whether the lower bound itself is in the range.") { $0.includesLowerBound }
        Member("to", .nullable(.version), "The upper bound; null if there is none.") {
            $0.namedVersion ?? $0.upper.version
        }
        Member("toInclusive", .bool, "Whether the upper bound itself is in the range.") { $0.includesUpperBound }
    }

    private var includesLowerBound: Bool { if case .before = lower.side { true } else { false } }
    private var includesUpperBound: Bool { if case .after = upper.side { true } else { false } }
}

extension JSONType where Value == VersionInterval {
    fileprivate static var interval: JSONType {
        JSONType(JSONSchema(["type": "string"])) { interval, output in output.writer.write(plain: interval.write) }
            .described(as: "A set of versions, in the syntax of requirements.")
    }
}
