/// The text of coding paths, as issues show it.
package enum CodingPath {
    /// The keys of the current coding path that are spelled differently in the document.
    ///
    /// A library that reads a property under another key than the one the model declares sets this while it decodes the
    /// value, so that issues give the path in the document.
    @TaskLocal package static var renamedKeys: [RenamedKey] = []

    /// A path as text: keys joined with `.`, array indices in brackets.
    package static func text(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in inDocument(path) {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                if !text.isEmpty { text += "." }
                text += key.stringValue
            }
        }
        return text
    }

    /// A path with the keys of the document in the place of those of the models.
    package static func inDocument(_ path: [any CodingKey]) -> [any CodingKey] {
        renamedKeys.reduce(path) { $1.replacing(in: $0, of: path) }
    }
}

/// A key of a coding path that is spelled differently in the document.
package struct RenamedKey: Sendable {
    /// The path of the model, up to the key.
    private let path: [any CodingKey]
    private let documentKey: any CodingKey

    /// Creates a renamed key at the end of a path.
    package init(_ path: [any CodingKey], documentKey: any CodingKey) {
        self.path = path
        self.documentKey = documentKey
    }

    /// The number of keys before this one.
    package var depth: Int { path.count - 1 }

    /// A path with the key of the document, if it leads through this key.
    package func renaming(_ path: [any CodingKey]) -> [any CodingKey] { replacing(in: path, of: path) }

    /// Replaces the key in a path whose other keys may be replaced already.
    fileprivate func replacing(in path: [any CodingKey], of original: [any CodingKey]) -> [any CodingKey] {
        guard !self.path.isEmpty, original.count >= self.path.count,
            zip(self.path, original).allSatisfy(Self.areEqual)
        else { return path }
        var path = path
        path[depth] = documentKey
        return path
    }

    /// Whether two keys are of the same model. A decoder within a value has other paths, with keys of other models.
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
