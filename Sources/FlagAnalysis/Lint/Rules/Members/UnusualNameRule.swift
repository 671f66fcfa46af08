import FlagResolver

extension RuleCode {
    package static let unusualName = RuleCode(rawValue: "unusual-name")
}

/// A name that some tools cannot write.
struct UnusualNameRule: Rule {
    let code = RuleCode.unusualName
    let severity = Severity.warning
    let meaning =
        "A name is empty, or has characters other than ASCII letters, digits, \".\", \"_\" and \"-\": it works, but names "
        + "that look the same may differ, and some tools cannot write them."
    let advice = "Rename it in the document and in the app; released versions still read the old name."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              «"größe"»: 20
            }
            """#),
        RuleExample(
            #"""
            {
              «"check out"»: { "style": "legacy", «""»: true },
              «"a..b"»: 1
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(
            #"""
            {
              "groesse": 20,
              "checkout.max-items_2": 20
            }
            """#)
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        var groups = OpenGroups(of: tree)
        var reported: Set<Int> = []
        for index in document.settings.indices {
            let record = document.loaded[index]
            var path = document.loaded.names[index]
            guard isUnusual(path) else { continue }
            // The key of a group is part of many names, and is reported once.
            let keys = groups.containing(Int(record.key)).dropFirst().map { $0 - 1 } + [Int(record.key)]
            for key in keys.reversed() {
                let name = tree.stringBytes(at: key) ?? []
                if isUnusual(name[...]), reported.insert(key).inserted {
                    let isSetting = key == Int(record.key)
                    let fullName = String(decoding: path, as: UTF8.self)
                    report.add(
                        message(for: String(decoding: name, as: UTF8.self)), by: self, at: document.span(of: key),
                        about: isSetting ? .setting(index) : .group(fullName), namesSubject: name.count == path.count,
                        help: "rename it, in the app too")
                }
                // The path without the key and its dot is the path of the group.
                path = path.dropLast(name.count + 1)
            }
        }
    }

    private func message(for name: String) -> String {
        if name.isEmpty { return "a name is empty" }
        return name.utf8.allSatisfy({ $0.isNameCharacter })
            ? "the name \(quoted(name)) has an empty part between its dots"
            : "the name \(quoted(name)) has characters other than ASCII letters, digits, \".\", \"_\" and \"-\""
    }

    /// Whether a name, or a part of it between dots, is unusual.
    private func isUnusual(_ name: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(ascii: ".")
        for byte in name {
            guard byte.isNameCharacter, byte != previous || byte != UInt8(ascii: ".") else { return true }
            previous = byte
        }
        return previous == UInt8(ascii: ".")
    }
}
