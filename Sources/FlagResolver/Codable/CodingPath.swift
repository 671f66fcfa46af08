/// A coding path as people write it: members joined with `.`, positions in brackets.
enum CodingPath {
    static func text(_ path: [any CodingKey]) -> String {
        var text = ""
        let respelled = KeySpelling.steps
        for (depth, key) in path.enumerated() {
            if let spelling = respelled[depth] {
                text += text.isEmpty ? spelling : ".\(spelling)"
            } else if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}
