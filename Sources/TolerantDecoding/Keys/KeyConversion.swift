import FlagResolver

/// A conversion of the keys of a document to those of the models.
///
/// ```swift
/// decoder.keyConversion = .lowerCamelCase
///     .then(.transform({ String($0.dropFirst(3)) }, when: { key, _ in key.hasPrefix("str") }))
/// ```
///
/// 1. A conversion applies to every key of every object that is decoded with coding keys. As with Foundation's own
///    strategies, the keys of `[String: T]` dictionaries are not converted. Neither are those of a property `[Name: T]` whose
///    `Name` is an enum with raw values that conforms to `CodingKeyRepresentable`.
/// 2. ``then(_:)`` composes two conversions. The second one gets the results of the first.
/// 3. A conversion applies to the whole document. To give the fields of one model other names, conform its coding keys
///    to ``TolerantCodingKey`` instead.
public struct KeyConversion: Sendable {
    /// The new spelling of a key, given the path of its object.
    package let convert: @Sendable (_ key: String, _ path: ArraySlice<any CodingKey>) -> String

    /// Whether the new spelling depends on the path.
    let dependsOnPath: Bool

    init(
        dependsOnPath: Bool = false,
        _ convert: @escaping @Sendable (_ key: String, _ path: ArraySlice<any CodingKey>) -> String
    ) {
        self.dependsOnPath = dependsOnPath
        self.convert = convert
    }

    /// Converts every spelling to lowerCamelCase.
    ///
    /// `user_id`, `USER-ID`, `UserID` and `userID` all become `userId`.
    ///
    /// 1. `_`, `-`, spaces and capitals separate words, in any mixture.
    /// 2. An abbreviation is a word, and so is its plural: `XMLHttpRequest` becomes `xmlHttpRequest`, `myABBRKey` becomes
    ///    `myAbbrKey`, and `userIDs` becomes `userIds`.
    /// 3. Leading underscores are kept, and other separators are removed. Digits belong to the word before them:
    ///    `line_2` becomes `line2`.
    /// 4. Converting a result again does not change it, unless it has two adjacent one-letter words: `x_y_z` becomes
    ///    `xYZ`, which is read as `x`, `YZ`.
    ///
    /// Name the properties of models by the same rules: `userId`, not `userID`. Models with ``TolerantCodingKey`` may use
    /// either spelling.
    public static let lowerCamelCase: KeyConversion = {
        let cache = ConversionCache(KeyCasing.lowerCamelCase)
        return KeyConversion { key, _ in KeyCasing.isOneWord(key) ? key : cache.converted(key) }
    }()

    /// Transforms the keys that satisfy a predicate.
    ///
    /// - Parameters:
    ///   - transform: Returns the new spelling of a key.
    ///   - predicate: Returns whether to transform a key of the object at a path.
    public static func transform(
        _ transform: @escaping @Sendable (_ key: String) -> String,
        when predicate: @escaping @Sendable (_ key: String, _ path: [any CodingKey]) -> Bool
    ) -> KeyConversion {
        KeyConversion(dependsOnPath: true) { key, path in predicate(key, Array(path)) ? transform(key) : key }
    }

    /// Composes this conversion with another one, which converts the results of this one.
    public func then(_ next: KeyConversion) -> KeyConversion {
        let first = convert
        let second = next.convert
        return KeyConversion(dependsOnPath: dependsOnPath || next.dependsOnPath) { key, path in
            second(first(key, path), path)
        }
    }
}

/// Remembers conversions, because looking one up is much faster than repeating it.
package final class ConversionCache: Sendable {
    /// The maximum number of conversions to remember, so that a backend with ever new keys does not fill the memory.
    package static let capacity = 2_048

    private static let maximumKeyLength = 128

    private let conversions = Locked<[String: String]>([:])
    private let convert: @Sendable (String) -> String

    package init(_ convert: @escaping @Sendable (String) -> String) {
        self.convert = convert
    }

    package func converted(_ key: String) -> String {
        guard key.utf8.count <= Self.maximumKeyLength else { return convert(key) }
        if let known = conversions.withLock({ $0[key] }) { return known }
        let converted = convert(key)
        conversions.withLock { conversions in
            if conversions.count >= Self.capacity { conversions.removeAll(keepingCapacity: true) }
            conversions[key] = converted
        }
        return converted
    }

    /// The number of conversions that are remembered now.
    package var count: Int {
        conversions.withLock { $0.count }
    }
}
