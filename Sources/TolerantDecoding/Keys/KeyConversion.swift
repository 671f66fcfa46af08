/// A way to turn the keys of a document into those of the models; conversions compose.
///
/// ```swift
/// let conversion = KeyConversion.lowerCamelCase
///     .then(.transform({ String($0.dropFirst(3)) }, when: { key, _ in key.hasPrefix("str") }))
/// decoder.keyConversion = conversion
/// ```
///
/// 1. A conversion sees every key of every object that is decoded by coding keys. Keys of `[String: T]` dictionaries stay
///    as they are, as Foundation has it.
/// 2. ``then(_:)`` applies one conversion after the other: the second sees what the first made of a key.
/// 3. It applies to the whole document. To give other names to the fields of one model only, conform its coding keys to
///    ``TolerantCodingKey``.
public struct KeyConversion: Sendable {
    /// The new spelling of a key, given the path of the object it stands in; `nil` where the key stays as it is.
    package let convert: @Sendable (_ key: String, _ path: ArraySlice<any CodingKey>) -> String?

    /// Whether ``convert`` looks at the path at all.
    package let dependsOnPath: Bool

    private init(
        dependsOnPath: Bool,
        _ convert: @escaping @Sendable (_ key: String, _ path: ArraySlice<any CodingKey>) -> String?
    ) {
        self.dependsOnPath = dependsOnPath
        self.convert = convert
    }

    /// Every spelling becomes lowerCamelCase: `user_id`, `USER-ID`, `UserID` and `userID` are all `userId`.
    ///
    /// 1. Words are separated by `_`, `-`, blanks and capitals, in any mixture.
    /// 2. Abbreviations become words: `XMLHttpRequest` is `xmlHttpRequest`, `myABBRKey` is `myAbbrKey`.
    /// 3. Leading underscores are kept, other separators go. Digits belong to the word before them: `line_2` is `line2`.
    /// 4. A result stays itself when it is converted again, unless it has two one-letter words side by side (`x_y_z`
    ///    becomes `xYZ`, which reads as `x`, `YZ`).
    ///
    /// Name the properties of models by the same rule: `userId`, not `userID`.
    public static let lowerCamelCase: KeyConversion = {
        let cache = ConversionCache(KeyCasing.lowerCamelCase)
        return KeyConversion(dependsOnPath: false) { key, _ in
            KeyCasing.isPlainlyLowerCamelCase(key) ? nil : cache.converted(key)
        }
    }()

    /// Transforms those keys for which a predicate holds, and leaves the others as they are.
    ///
    /// - Parameters:
    ///   - transform: Makes the new spelling of a key.
    ///   - predicate: Whether to transform a key, which stands in the object at the given path.
    public static func transform(
        _ transform: @escaping @Sendable (_ key: String) -> String,
        when predicate: @escaping @Sendable (_ key: String, _ path: [any CodingKey]) -> Bool
    ) -> KeyConversion {
        KeyConversion(dependsOnPath: true) { key, path in
            predicate(key, Array(path)) ? transform(key) : nil
        }
    }

    /// Gives the fields with other names their canonical ones, wherever in the document the names occur.
    ///
    /// - Parameter aliases: The other names. Those of one model are better declared at its coding keys.
    public static func aliases<Aliases: KeyAliases>(_ aliases: Aliases.Type) -> KeyConversion {
        var canonical: [String: String] = [:]
        for alias in Aliases.allCases { canonical[alias.rawValue] = alias.target.rawValue }
        return KeyConversion(dependsOnPath: false) { [canonical] key, _ in canonical[key] }
    }

    /// This conversion, and then another one on what it makes.
    public func then(_ next: KeyConversion) -> KeyConversion {
        let first = convert
        let second = next.convert
        return KeyConversion(dependsOnPath: dependsOnPath || next.dependsOnPath) { key, path in
            guard let changed = first(key, path) else { return second(key, path) }
            return second(changed, path) ?? changed
        }
    }
}
