public import FlagResolver

/// A setting of a model, with a default in code for documents that lack it or have a bad one.
///
/// ```swift
/// struct Flags: SettingsModel {
///     @Setting var search = true
///     @Setting("page_size", aliases: "pageLength") var pageSize = 20
/// }
///
/// let flags = try decoder.decode(Flags.self, from: data)
/// if flags.search { … }
/// print(flags.$search.reason)
/// ```
///
/// 1. The document may have a setting with entries, or a bare value, as for `PropertySetting`.
/// 2. If the document lacks the setting, or has one that cannot be read, the value is the default in code. The reason of
///    the resolution is then `error`, and its error code is `flagNotFound`, `typeMismatch` or `parseError`.
/// 3. A setting that cannot be read is an issue. A strict decoder throws it. A missing setting is not an issue.
/// 4. The name in the document is that of the property, or the one in the attribute. As with ``TolerantCodingKey``, a
///    property `userID` is also found if the decoder spells its key `userId`.
/// 5. Other names are aliases. If the document has several of them, the name itself is read, otherwise the alias that is
///    declared first, and an issue names the others.
/// 6. The model conforms to ``SettingsModel``. With `Decodable` alone it does not compile.
/// 7. Other wrappers combine with it, such as `@Setting @Lenient` and `@Setting("amenity") @NumberedFamily`.
@propertyWrapper
public struct Setting<Value: Decodable & Sendable>: Sendable {
    /// The setting of the document, or the default in code.
    public private(set) var setting: PropertySetting<Value>

    /// Why the value is the default in code; `nil` if it is not.
    private var failure: SettingFailure?

    let declaration: SettingDeclaration

    /// Creates a setting with its default.
    ///
    /// In an initializer that a decoder calls, this takes the value of the document.
    ///
    /// - Parameters:
    ///   - defaultValue: The value if the document lacks the setting, or has one that cannot be read. It is only evaluated
    ///     then.
    ///   - name: The name in the document; `nil` for that of the property.
    ///   - aliases: Other names in the document.
    ///   - fileID: The file of the property. Leave this out, and `line` and `column`.
    ///   - line: The line of the property.
    ///   - column: The column of the property.
    public init(
        wrappedValue defaultValue: @autoclosure () -> Value,
        _ name: String? = nil,
        aliases: String...,
        fileID: String = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        declaration = SettingDeclaration(
            place: SettingDeclaration.Place(fileID: fileID, line: line, column: column), name: name, aliases: aliases)
        let result = DecodedSettings.threadLocal.current?.result(for: declaration.place, of: Value.self)
        if case .success(let setting) = result {
            self.setting = setting
            return
        }
        // A model that the default creates is not part of the one that is being decoded.
        setting = PropertySetting(defaultValue: DecodedSettings.threadLocal.withoutValue(defaultValue))
        if case .failure(let failure) = result {
            self.failure = failure
        } else {
            failure = SettingFailure(.providerNotReady)
        }
    }

    /// The effective value. A new value replaces the setting with all its entries.
    public var wrappedValue: Value {
        get { setting.value }
        set {
            setting = PropertySetting(defaultValue: newValue)
            failure = nil
        }
    }

    /// The effective value, and the reason for it: `$search`.
    ///
    /// Before anything was decoded, the error code is `providerNotReady`.
    public var projectedValue: Resolution<Value> {
        guard let failure else { return setting.resolution }
        return Resolution(
            value: setting.value, reason: .error, errorCode: failure.errorCode, issues: failure.issues)
    }
}

extension Setting: CustomStringConvertible {
    /// The effective value as text.
    public var description: String { "\(wrappedValue)" }
}

extension Setting: Equatable where Value: Equatable {
    /// Whether two settings have equal defaults, equal entries and the same effective value.
    public static func == (left: Self, right: Self) -> Bool { left.setting == right.setting }
}

extension Setting: Hashable where Value: Hashable {
    /// Hashes the default and the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(setting) }
}

/// Why a setting has its default in code.
struct SettingFailure: Error {
    let errorCode: ResolutionErrorCode
    let issues: [SettingIssue]

    init(_ errorCode: ResolutionErrorCode) {
        self.errorCode = errorCode
        issues = []
    }

    /// The failure of a setting that cannot be read.
    init(_ issue: SettingIssue) {
        errorCode = issue.code == .typeMismatch ? .typeMismatch : .parseError
        issues = [issue]
    }
}

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
