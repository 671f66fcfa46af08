/// The text of coding paths, as issues show it.
package enum CodingPath {
    /// The keys of the current coding path that are spelled differently in the document, by their depth in the path.
    ///
    /// A library that reads a property under another key than the one the model declares sets this while it decodes the
    /// value, so that issues give the path in the document.
    @TaskLocal package static var documentKeys: [Int: String] = [:]

    /// A path as text: keys joined with `.`, array indices in brackets.
    package static func text(_ path: [any CodingKey]) -> String {
        let documentKeys = documentKeys
        var text = ""
        for (depth, key) in path.enumerated() {
            if documentKeys[depth] == nil, let index = key.intValue {
                text += "[\(index)]"
            } else {
                if !text.isEmpty { text += "." }
                text += documentKeys[depth] ?? key.stringValue
            }
        }
        return text
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
