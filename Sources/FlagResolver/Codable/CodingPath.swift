/// The text of coding paths, as issues show it.
package enum CodingPath {
    /// The keys of the current coding path that are spelled differently in the document.
    ///
    /// A library that reads a property under a key other than the one the model declares decodes the value within
    /// ``withRenamedKey(_:_:)``, so that issues give the path in the document. Outer keys come first.
    package static var renamedKeys: [RenamedKey] { threadLocalKeys.current ?? [] }

    private static let threadLocalKeys = ThreadLocal<[RenamedKey]>()

    /// Calls a function while a key of the coding path is renamed. Errors of the function have the document's path.
    package static func withRenamedKey<Result>(_ key: RenamedKey, _ body: () throws -> Result) throws -> Result {
        var keys = renamedKeys
        keys.insert(key, at: keys.firstIndex { $0.depth > key.depth } ?? keys.endIndex)
        return try withRenamedKeys(keys) {
            do {
                return try body()
            } catch {
                throw inDocument(error)
            }
        }
    }

    /// Calls a function while exactly these keys of the coding path are renamed.
    package static func withRenamedKeys<Result>(_ keys: [RenamedKey], _ body: () throws -> Result) rethrows -> Result {
        try threadLocalKeys.withValue(keys, body)
    }

    /// A path as text: keys joined with `.`, array indices in brackets.
    package static func text(_ path: [any CodingKey]) -> String { steps(of: path).text }

    /// A path as that of an issue.
    static func steps(of path: [any CodingKey]) -> IssuePath {
        IssuePath(inDocument(path).map { key in key.intValue.map { .index($0) } ?? .member(key.stringValue) })
    }

    /// An error with the keys of the document in its path. Call this on catching an error that is reported later.
    package static func inDocument(_ error: any Error) -> any Error {
        guard !renamedKeys.isEmpty, let error = error as? DecodingError, let context = error.context else {
            return error
        }
        return error.replacingContext(
            DecodingError.Context(
                codingPath: inDocument(context.codingPath), debugDescription: context.debugDescription,
                underlyingError: context.underlyingError))
    }

    /// A path with the keys of the document in place of those of the models.
    package static func inDocument(_ path: [any CodingKey]) -> [any CodingKey] {
        renamedKeys.reduce(path) { $1.renaming($0) }
    }
}

/// A key of a coding path that is spelled differently in the document.
package struct RenamedKey: Sendable {
    /// The path of the object in the document.
    private let objectPath: [any CodingKey]
    private let modelKey: any CodingKey
    private let documentKey: any CodingKey

    /// Creates a renamed key at the end of a path; `nil` for an empty path.
    package init?(_ path: [any CodingKey], documentKey: any CodingKey) {
        guard let modelKey = path.last else { return nil }
        objectPath = CodingPath.inDocument(path.dropLast())
        self.modelKey = modelKey
        self.documentKey = documentKey
    }

    /// The number of keys before this one.
    package var depth: Int { objectPath.count }

    /// A path with the key of the document, if it leads through this key.
    ///
    /// - Parameter path: A path in which the keys before this one are those of the document.
    package func renaming(_ path: [any CodingKey]) -> [any CodingKey] {
        guard path.count > depth, Self.areEqual(path[depth], modelKey), zip(objectPath, path).allSatisfy(Self.areEqual)
        else { return path }
        var path = path
        path[depth] = documentKey
        return path
    }

    /// Whether two keys are the same key of one model. A decoder within a value has paths with keys of others.
    private static func areEqual(_ left: any CodingKey, _ right: any CodingKey) -> Bool {
        type(of: left) == type(of: right) && left.stringValue == right.stringValue && left.intValue == right.intValue
    }
}

/// An index in an array, as a step of a coding path.
package struct IndexKey: CodingKey {
    private let index: Int

    package init(_ index: Int) {
        self.index = index
    }

    package init?(intValue: Int) {
        index = intValue
    }

    package init?(stringValue: String) {
        return nil
    }

    package var intValue: Int? { index }
    package var stringValue: String { "Index \(index)" }
}

/// A path below the current value, as one step of a coding path.
struct PathKey: CodingKey {
    let stringValue: String

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }

    var intValue: Int? { nil }
}
