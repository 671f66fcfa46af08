extension PropertySetting: Decodable where Value: Decodable {
    /// Decodes a setting, or a bare value that stands for one.
    ///
    /// It is resolved for the app version in `userInfo`.
    ///
    /// - Throws: `DecodingError` for a default that is missing or is not a `Value`; in strict mode for everything else
    ///   that is otherwise an issue.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: PropertySettingKey.self) else {
            self.init(defaultValue: try decoder.singleValueContainer().decode(Value.self))
            return
        }
        guard container.contains(.defaultValue) else {
            guard !container.contains(.valuesByVersion) else {
                throw container.problem(.missingDefault)
            }
            // The look at the members converted their keys; if the value is a dictionary, its keys stay as they are.
            CollisionObserver.forget(decoder)
            self.init(defaultValue: try decoder.singleValueContainer().decode(Value.self))
            return
        }
        let defaultValue = try container.decode(Value.self, forKey: .defaultValue)
        var reader = PropertyEntriesReader<Value>(context: SettingsDecodingContext(decoder))
        try reader.read(from: container)
        self.init(
            defaultValue,
            entries: reader.entries,
            documentIndices: reader.documentIndices,
            listsEntries: reader.listsEntries,
            appVersion: reader.appVersion,
            issues: reader.issues
        )
    }
}

extension PropertySetting: Encodable where Value: Encodable {
    /// Encodes the canonical form: `defaultValue` and, if there are entries, `valuesByVersion`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertySettingKey.self)
        try container.encode(defaultValue, forKey: .defaultValue)
        if !valuesByVersion.isEmpty {
            try container.encode(valuesByVersion, forKey: .valuesByVersion)
        }
    }
}

/// The members of a setting that typed decoding reads.
enum PropertySettingKey: String, CodingKey {
    case defaultValue
    case valuesByVersion
}
