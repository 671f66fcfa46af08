/// A value that an object has as several members, such as a numbered family.
protocol CollectedFromMembers {
    /// Collects the value from the members of an object; `nil` if there are none.
    static func collected(from container: KeyedDecodingContainer<DynamicKey>, names: SettingNames) throws -> Self?
}

/// A value that is encoded as several members of an object.
protocol EncodedAsMembers {
    func encode(into container: inout KeyedEncodingContainer<DynamicKey>, prefix: String) throws
}

extension NumberedFamily: CollectedFromMembers where Element: Decodable {
    static func collected(from container: KeyedDecodingContainer<DynamicKey>, names: SettingNames) throws -> Self? {
        try container.family(FamilyReader(field: names.canonical, aliases: names.aliases))
    }
}

extension NumberedFamily: EncodedAsMembers where Element: Encodable {}
