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
///    enumeration with associated values may have aliases, too.
/// 2. **Families.** A ``NumberedFamily`` collects all keys that consist of the raw value, or an alias of it, and digits.
/// 3. **Lenient scalars.** With `decoder.lenientScalars`, scalars are read as ``Lenient`` does.
/// 4. **Missing keys.** The error names the nearest key of the object.
///
/// 5. **Spelling.** A property may be named `userID`: its key is found although a ``KeyConversion`` spells it `userId`.
///
/// An overload of `decode` in your own module takes precedence over these rules if it is declared in an extension
/// `where Key: TolerantCodingKey`; an overload for all coding keys does not.
///
/// All this applies to this model, and to no other object of the document. Models encode under the canonical names.
public protocol TolerantCodingKey: CodingKey, RawRepresentable, Hashable where RawValue == String {
    /// The other names of fields; by default there are none.
    associatedtype Aliases: DeclaredAliases = NoAliases<Self> where Aliases.Target == Self
}

extension TolerantCodingKey {
    /// The raw value, or another key of the document while the library accesses its value.
    public var stringValue: String {
        DocumentKey.current ?? rawValue
    }

    /// Creates the key with a raw value, or with an alias of it.
    public init?(stringValue: String) {
        if let list = DocumentKey.list {
            list.add(stringValue)
            return nil
        }
        if let key = Self(rawValue: stringValue) {
            self = key
        } else if let name = AliasTable.of(Self.self)?.canonicalName(ofAlias: stringValue) {
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
    /// Whether an object usually has the canonical names of its fields, so that these are tried first.
    @inlinable
    static var isUsuallyCanonical: Bool {
        Aliases.self == NoAliases<Self>.self && !DocumentKey.isValueRenamed
    }
}

/// Access to keys of an object that the coding keys of its model do not list.
///
/// A container accepts only keys of the model's own type, and asks a key for its text when it is called. Therefore the
/// text of every ``TolerantCodingKey`` can be replaced for the duration of one call. No value is decoded during this
/// call, so models that contain themselves are not affected.
@usableFromInline
enum DocumentKey {
    /// The text of every tolerant key; `nil` for its raw value.
    @TaskLocal static var current: String?

    /// The list to which creating a key adds its text, instead of creating the key.
    @TaskLocal static var list: List?

    /// Whether the current value, or one around it, was found under another key than the one its model declares.
    @usableFromInline
    static var isValueRenamed: Bool { !CodingPath.renamedKeys.isEmpty }

    final class List: Sendable {
        private let prefixes: [String]
        private let collected = Locked<[String]>([])

        init(prefixes: [String]) {
            self.prefixes = prefixes
        }

        /// Adds a key that has one of the prefixes.
        func add(_ key: String) {
            guard prefixes.contains(where: { key.utf8.starts(with: $0.utf8) }) else { return }
            collected.withLock { $0.append(key) }
        }

        var keys: [String] {
            collected.withLock { $0 }
        }
    }
}
