import FlagResolver

/// Coding keys of a model that reads more of a document than the keys it lists.
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
/// Declare the `CodingKeys` of a model with this protocol instead of `CodingKey`. The model needs no `init(from:)`.
///
/// 1. **Aliases.** A field may have any of several names. If the document has several of them, the canonical name wins,
///    otherwise the alias that is declared first, and an issue names the keys that were not read. A case of an
///    enumeration with associated values may have aliases, too; an object with two of its names is an error.
/// 2. **Families.** A ``NumberedFamily`` collects all keys that consist of the raw value, or an alias of it, and digits.
/// 3. **Lenient scalars.** With `decoder.lenientScalars`, scalars are read as ``Lenient`` does.
/// 4. **Missing keys.** The error names the nearest key of the object.
///
/// 5. **Spelling.** A property may be named `userID`: its key is found although a ``KeyConversion`` spells it `userId`, and
///    so are the members of a family. Name the cases of an enumeration with associated values as the conversion does.
///
/// The keys of an object are listed with `allKeys`, so a decoder must create them when it is asked, as Foundation's do.
///
/// A function `decode` of your own module, for one type and in an extension `where Key: TolerantCodingKey`, takes precedence
/// over these rules. To use it in some models only, declare a protocol that refines this one, and extend containers with
/// such keys. A function for all coding keys does not take precedence: the rules for these keys are more specific.
///
/// All this applies to this model, and to no other object of the document. Models encode under the canonical names.
public protocol TolerantCodingKey: CodingKey, RawRepresentable, Hashable where RawValue == String {
    /// The other names of fields; by default there are none.
    associatedtype Aliases: DeclaredAliases = NoAliases<Self> where Aliases.Target == Self
}

extension TolerantCodingKey {
    /// The raw value, or another key of the document while the library accesses its value.
    @inlinable
    public var stringValue: String {
        DocumentKey.name ?? rawValue
    }

    /// Creates the key with a raw value, or with an alias of it.
    @inlinable
    public init?(stringValue: String) {
        guard !DocumentKey.isListed(stringValue) else { return nil }
        if let key = Self(rawValue: stringValue) {
            self = key
        } else if let name = DocumentKey.canonicalName(ofAlias: stringValue, among: Aliases.self) {
            self.init(rawValue: name)
        } else {
            return nil
        }
    }

    /// Always `nil`, because the keys are text.
    public var intValue: Int? { nil }

    /// Always `nil`, because the keys are text.
    public init?(intValue: Int) {
        return nil
    }
}

extension TolerantCodingKey {
    /// Whether an object usually has the canonical name of the field and no other, so that this is tried first.
    @inlinable
    var isUsuallyCanonical: Bool {
        !Aliases.haveName(of: self) && !DocumentKey.isValueRenamed
    }
}

/// Access to keys of an object that the coding keys of its model do not list.
///
/// A container accepts only keys of the model's own type, and asks a key for its text when it is called. Therefore the
/// text of every ``TolerantCodingKey`` can be replaced for the duration of one call. No value is decoded during this
/// call, or only a scalar, so models that contain themselves are not affected.
@usableFromInline
enum DocumentKey {
    private enum Access {
        /// Every tolerant key has this text.
        case name(String)

        /// Creating a key adds its text to a list, instead of creating the key.
        case list(List)
    }

    private static let access = ThreadLocal<Access>()

    /// The text of every tolerant key; `nil` for its raw value.
    @usableFromInline static var name: String? {
        guard case .name(let name) = access.current else { return nil }
        return name
    }

    /// Calls a function while every tolerant key has the given text.
    @usableFromInline
    static func with<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        try access.withValue(.name(name), body)
    }

    /// Whether no other value is decoded within one of this type, so that a key can have another text meanwhile.
    ///
    /// Other scalars are decoded as other values are, which is slower.
    @inlinable
    static func isScalar(_ type: any Any.Type) -> Bool {
        type == String.self || type == Int.self || type == Double.self || type == Bool.self
    }

    /// Whether the current value, or one around it, was found under another key than the one its model declares.
    @usableFromInline
    static var isValueRenamed: Bool { !CodingPath.renamedKeys.isEmpty }

    /// Calls a function of a decoder without the renamed keys of another one, within one of whose values it decodes.
    ///
    /// - Parameter depth: The number of keys in the path of the decoder.
    @usableFromInline
    static func withPaths<Result>(ofDepth depth: Int, _ body: () throws -> Result) rethrows -> Result {
        let renamedKeys = CodingPath.renamedKeys
        guard let last = renamedKeys.last, last.depth >= depth else { return try body() }
        return try CodingPath.withRenamedKeys(renamedKeys.filter { $0.depth < depth }, body)
    }

    /// The aliases of a field in the order of their declaration.
    @usableFromInline
    static func names(of key: String, among aliases: any DeclaredAliases.Type) -> [String] {
        AliasTable.of(aliases)[key]
    }

    /// The field that has a name as its alias.
    @usableFromInline
    static func canonicalName(ofAlias name: String, among aliases: any DeclaredAliases.Type) -> String? {
        AliasTable.of(aliases).canonicalName(ofAlias: name)
    }

    /// Whether a key that is to be created is only listed.
    @usableFromInline
    static func isListed(_ key: String) -> Bool {
        guard case .list(let list) = access.current else { return false }
        list.add(key)
        return true
    }

    /// The text of every key that a function creates.
    ///
    /// - Parameter endingInDigit: Whether to list only keys that end with a digit.
    @usableFromInline
    static func list(endingInDigit: Bool, _ createKeys: () -> Void) -> [String] {
        let list = List(endingInDigit: endingInDigit)
        access.withValue(.list(list), createKeys)
        return list.keys
    }

    /// A list of keys.
    private final class List {
        private let endingInDigit: Bool
        private(set) var keys: [String] = []

        init(endingInDigit: Bool) {
            self.endingInDigit = endingInDigit
        }

        func add(_ key: String) {
            if !endingInDigit || key.withUTF8Bytes({ $0.byte(at: $0.byteCount - 1).isDigit }) { keys.append(key) }
        }
    }
}
