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
        var groups = OpenGroups(of: document.tree)
        /// The keys with a name in lower case, and the exact name of each group and setting.
        var known: [[UInt8]: (name: [UInt8], key: Int)] = [:]
        let minimumLength = 2
        var checkedGroups: Set<Int> = []
        for index in document.settings.indices {
            let key = Int(document.loaded[index].key)
            let name = document.loaded.names[index]
            // The groups of the setting, from the innermost one.
            var path = name
            var keys = [key]
            for group in groups.containing(key).dropFirst().reversed() {
                guard checkedGroups.insert(group).inserted else { break }
                keys.append(group - 1)
            }
            for (depth, node) in keys.enumerated() {
                let length = document.tree.stringBytes(at: node)?.count ?? 0
                add(Array(path), keyLength: length, at: node, about: depth == 0 ? .setting(index) : nil)
                path = path.dropLast(length + 1)
            }
        }
        func add(_ name: [UInt8], keyLength: Int, at key: Int, about subject: Finding.Subject?) {
            let lowercased = name.map { $0.isLetter ? $0 | 0x20 : $0 }
            guard let other = known[lowercased] else {
                known[lowercased] = (name, key)
                return
            }
            // Groups that differ have their own finding. Single letters, such as x and X, are different on purpose.
            guard other.name != name, other.name.dropLast(keyLength) == name.dropLast(keyLength),
                keyLength >= minimumLength
            else { return }
            let (text, otherText) = (String(decoding: name, as: UTF8.self), String(decoding: other.name, as: UTF8.self))
            report.add(
                "the names \(quoted(text)) and \(quoted(otherText)) differ only in the case of their letters", by: self,
                at: document.span(of: key), about: subject ?? .group(text), namesSubject: true,
                related: [RelatedLocation(document.span(of: other.key), "the other one is here")])
        }
    }
}
