import FlagResolver

extension RuleCode {
    package static let similarNames = RuleCode(rawValue: "similar-names")
}

/// Names that differ only in the case of their letters.
struct SimilarNamesRule: Rule {
    let code = RuleCode.similarNames
    let severity = Severity.warning
    let meaning =
        "Two names differ only in the case of their letters: they are different settings, and code that reads one of them may "
        + "mean the other."
    let advice = "Delete the one that no code reads, or give them different names."

    let bad: RuleExamples = [
        RuleExample(#"{ "newHome": true, «"newhome"»: false }"#),
        RuleExample(#"{ "Checkout": { "style": "legacy" }, «"checkout"»: { "maxItems": 20 } }"#),
    ]

    let good: RuleExamples = [
        RuleExample(#"{ "checkout": { "style": "legacy" }, "cart": { "Style": "modern" } }"#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        var groups = OpenGroups(of: tree)
        var names = NamesRegardlessOfCase()
        var checkedGroups: Set<Int> = []
        var lastGroup = 0
        for index in document.settings.indices {
            let key = Int(document.loaded[index].key)
            let name = document.loaded.names[index]
            let open = groups.containing(key)
            if let innermost = open.last, innermost != lastGroup {
                lastGroup = innermost
                var path = name.dropLast(length(of: key) + 1)
                for group in open.dropFirst().reversed() {
                    guard checkedGroups.insert(group).inserted else { break }
                    let groupKey = group - 1
                    add(path, at: groupKey, about: .group(String(decoding: path, as: UTF8.self)))
                    path = path.dropLast(length(of: groupKey) + 1)
                }
            }
            add(name, at: key, about: .setting(index))
        }
        func length(of key: Int) -> Int {
            tree.plainContentRange(at: key)?.count ?? tree.stringBytes(at: key)?.count ?? 0
        }
        func add(_ name: ArraySlice<UInt8>, at key: Int, about subject: @autoclosure () -> Finding.Subject) {
            guard let other = names.insert(name, at: key) else { return }
            let length = length(of: key)
            // Groups that differ have their own finding. Single letters, such as x and X, are different on purpose.
            guard length >= Self.minimumLength, other.name.dropLast(length) == name.dropLast(length) else { return }
            let texts = (String(decoding: name, as: UTF8.self), String(decoding: other.name, as: UTF8.self))
            report.add(
                "the names \(quoted(texts.0)) and \(quoted(texts.1)) differ only in the case of their letters",
                by: self,
                at: document.span(of: key), about: subject(), namesSubject: true,
                related: [RelatedLocation(document.span(of: other.key), "the other one is here")])
        }
    }

    private static let minimumLength = 2
}

/// Names with their keys, found regardless of the case of their letters.
private struct NamesRegardlessOfCase {
    typealias Name = (name: ArraySlice<UInt8>, key: Int)

    /// The first name with each hash. A later name with the same hash and other letters is not compared with further names.
    private var first: [UInt64: Name] = [:]

    /// Adds a name.
    ///
    /// - Returns: An earlier name that differs from it only in the case of ASCII letters; `nil` if there is none.
    mutating func insert(_ name: ArraySlice<UInt8>, at key: Int) -> Name? {
        let hash = Self.hash(of: name)
        guard let other = first[hash] else {
            first[hash] = (name, key)
            return nil
        }
        guard other.name != name, other.name.lazy.map(Self.lowercased).elementsEqual(name.lazy.map(Self.lowercased))
        else {
            return nil
        }
        return other
    }

    /// FNV-1a of the letters in lower case.
    private static func hash(of name: ArraySlice<UInt8>) -> UInt64 {
        name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64(lowercased($1))) &* 0x100_0000_01B3 }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { byte.isLetter ? byte | 0x20 : byte }
}
