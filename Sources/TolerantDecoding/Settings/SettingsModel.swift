import FlagResolver

/// A model whose stored properties are settings with defaults in code.
///
/// Decoding it never fails because of one setting.
///
/// ```swift
/// struct Flags: SettingsModel {
///     @Setting var search = true
///     @Setting var checkout = Checkout()
///
///     struct Checkout: SettingsModel {
///         @Setting var isExpress = false
///         @Setting var limit: Decimal = 100
///     }
/// }
///
/// let flags = try JSONDecoder(appVersion: "1.4.0").decode(Flags.self, from: data)
/// let fallback = Flags()
/// ```
///
/// 1. Structs and classes can conform. Every property has a default, so that there is an `init()`. A class that is not
///    final declares it `required`.
/// 2. Properties with the attribute ``Setting`` are decoded. Other stored properties keep their initial values.
/// 3. A property that is itself a model of settings also needs the attribute. If the document lacks it, or has something
///    other than an object, it has its defaults. Without the attribute it keeps its defaults, and an issue says so.
/// 4. The model needs no `init(from:)`, no `encode(to:)` and no coding keys: the attributes declare names and aliases. With
///    `Codable` it encodes each setting with its default and entries, so that decoding it again gives the same.
/// 5. `init()` is called once for each model that is decoded, and once more for each type.
///
/// Decoding throws only if the document is not an object or, with a strict decoder, for any issue.
public protocol SettingsModel: Decodable {
    /// Creates a model whose settings have their defaults.
    init()
}

extension SettingsModel {
    /// Decodes the settings that the document has. The others have their defaults.
    ///
    /// - Throws: `DecodingError` if the document is not an object; in strict mode, also for a setting that cannot be read.
    /// - Complexity: O(*n*) for *n* settings of the model.
    public init(from decoder: any Decoder) throws {
        let settings = try DecodedSettings(of: Self.self, from: decoder)
        self = DecodedSettings.threadLocal.withValue(settings) { Self() }
    }
}

extension SettingsModel where Self: Encodable {
    /// Encodes each setting under its name, with its default and entries.
    ///
    /// - Throws: `EncodingError` for a setting whose value is not `Encodable`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: DynamicKey.self)
        for property in SettingsLayout(self).properties {
            let key = DynamicKey(property.names.canonical)
            guard let setting = property.prototype as? any EncodableSetting else {
                throw EncodingError.invalidValue(
                    property.prototype,
                    EncodingError.Context(
                        codingPath: container.codingPath + [key],
                        debugDescription: "The value of the setting is not Encodable; make its type conform to it."))
            }
            try setting.encode(into: &container, forKey: key)
        }
    }
}

/// The settings that were decoded for a model, while its `init()` creates them.
struct DecodedSettings: Sendable {
    /// Its value is set while `init()` of a model runs for a decoder.
    static let threadLocal = ThreadLocal<DecodedSettings>()

    private var results: [SettingDeclaration.Place: any Sendable] = [:]

    init<Model: SettingsModel>(of model: Model.Type, from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: DynamicKey.self)
        let reporter = IssueReporter(decoder.userInfo)
        let layout = SettingsLayout.of(model)
        for (name, problem) in layout.undecodable {
            try reporter.report(problem, at: container.codingPath + [DynamicKey(name)])
        }
        let properties = layout.decodable
        results.reserveCapacity(properties.count)
        for property in properties {
            results[property.prototype.declaration.place] = try property.prototype.decodingResult(
                from: container, names: property.names, reportingTo: reporter)
        }
    }

    /// The setting of the document, or why there is none; `nil` for a setting of another model.
    func result<Value>(
        for place: SettingDeclaration.Place, of type: Value.Type
    ) -> Result<PropertySetting<Value>, SettingFailure>? {
        results[place] as? Result<PropertySetting<Value>, SettingFailure>
    }
}

/// A ``Setting`` of any type of values.
protocol ModelSetting: Sendable {
    var declaration: SettingDeclaration { get }

    /// Decodes the value of such a setting: a `Result` of a `PropertySetting` and a ``SettingFailure``.
    ///
    /// - Throws: In strict mode, for a setting that cannot be read.
    func decodingResult(
        from container: KeyedDecodingContainer<DynamicKey>, names: SettingNames, reportingTo reporter: IssueReporter
    ) throws -> any Sendable
}

extension Setting: ModelSetting {
    func decodingResult(
        from container: KeyedDecodingContainer<DynamicKey>, names: SettingNames, reportingTo reporter: IssueReporter
    ) throws -> any Sendable {
        try result(from: container, names: names, reportingTo: reporter)
    }

    private func result(
        from container: KeyedDecodingContainer<DynamicKey>, names: SettingNames, reportingTo reporter: IssueReporter
    ) throws -> Result<PropertySetting<Value>, SettingFailure> {
        var key: DynamicKey?
        do {
            if let family = Value.self as? any CollectedFromMembers.Type {
                let value = try family.collected(from: container, names: names) as? Value
                return value.map { .success(PropertySetting(defaultValue: $0)) }
                    ?? .failure(SettingFailure(.flagNotFound))
            }
            key = try names.present(in: container, reportingTo: reporter)
            guard let key else { return .failure(SettingFailure(.flagNotFound)) }
            return .success(try container.decode(PropertySetting<Value>.self, forKey: key))
        } catch {
            // The path of an error is that of the value within the setting, unless a decoder gives none.
            let errorPath = (error as? DecodingError)?.context?.codingPath ?? []
            let path = errorPath.isEmpty ? container.codingPath + [key ?? DynamicKey(names.canonical)] : errorPath
            let issue = try reporter.report(
                SettingProblem(error, decoding: Value.self), at: path, dueTo: error, decoding: Value.self)
            return .failure(SettingFailure(issue))
        }
    }
}

/// A ``Setting`` whose value can be encoded.
private protocol EncodableSetting {
    func encode(into container: inout KeyedEncodingContainer<DynamicKey>, forKey key: DynamicKey) throws
}

extension Setting: EncodableSetting where Value: Encodable {
    fileprivate func encode(into container: inout KeyedEncodingContainer<DynamicKey>, forKey key: DynamicKey) throws {
        if let family = wrappedValue as? any EncodedAsMembers {
            try family.encode(into: &container, prefix: key.stringValue)
        } else {
            try container.encode(setting, forKey: key)
        }
    }
}
