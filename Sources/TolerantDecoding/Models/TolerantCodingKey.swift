/// Coding keys whose model can read more of a document than the keys it lists.
///
/// ```swift
/// struct Payment: Decodable {
///     let id: Int
///     let amount: Double
///
///     enum CodingKeys: String, TolerantCodingKey {
///         case id, amount
///
///         enum Aliases: String, KeyAliases {
///             case weirdAmount, specialAmount, totalAmount
///             var target: CodingKeys { .amount }
///         }
///     }
/// }
/// ```
///
/// Declare the `CodingKeys` of a model with this protocol instead of `CodingKey`; the model needs no `init(from:)`.
///
/// 1. **Aliases.** A field is also found under each of its other names. The canonical name wins when several are there,
///    otherwise the alias that is declared first, and an issue says which keys were not read.
/// 2. **Families.** A ``NumberedFamily`` is collected from all keys that begin with the raw value and go on with digits.
/// 3. **Lenient scalars.** With `decoder.lenientScalars`, properties that are Booleans or numbers are read leniently.
/// 4. **Missing keys.** The error names the nearest key that is there.
///
/// All of it applies to this model alone, and to no other object in the document. The model's encoded form has the
/// canonical names.
public protocol TolerantCodingKey: CodingKey, RawRepresentable, Hashable where RawValue == String {
    /// The other names of fields; none unless the keys declare an enum of this name.
    associatedtype Aliases: KeyAliases = NoAliases<Self> where Aliases.Target == Self

    /// Whether there are aliases to look for; known without being declared.
    static var declaresAliases: Bool { get }
}

extension TolerantCodingKey {
    /// There are aliases to look for.
    public static var declaresAliases: Bool { true }
}

extension TolerantCodingKey where Aliases == NoAliases<Self> {
    /// There are no aliases to look for.
    public static var declaresAliases: Bool { false }
}

/// Other names of a model's fields: each case is one, and `target` is the key that it stands for.
///
/// With a ``KeyConversion``, spell an alias as in the document or as it is converted; both are found.
public protocol KeyAliases: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    /// The coding keys of the model.
    associatedtype Target: TolerantCodingKey

    /// The canonical key that this name stands for.
    var target: Target { get }
}

/// The aliases of coding keys that declare none.
public enum NoAliases<Target: TolerantCodingKey>: KeyAliases {
    /// There is no alias with any name.
    public init?(rawValue: String) {
        return nil
    }

    /// The name; there is none.
    public var rawValue: String {
        switch self {}
    }

    /// The key; there is none.
    public var target: Target {
        switch self {}
    }

    /// No aliases.
    public static var allCases: [NoAliases] { [] }
}

extension TolerantCodingKey {
    /// The raw value, or another spelling while the library looks for one.
    public var stringValue: String {
        KeySpelling.current ?? rawValue
    }

    /// The key with a raw value.
    public init?(stringValue: String) {
        if let listing = KeySpelling.listing {
            listing.add(stringValue)
            return nil
        }
        self.init(rawValue: stringValue)
    }

    /// Always `nil`: the keys are text.
    public var intValue: Int? { nil }

    /// Always `nil`: the keys are text.
    public init?(intValue: Int) {
        return nil
    }
}
