import FlagResolver

/// A name that invites trouble.
struct UnusualNameRule: DocumentRule {
    let code = RuleCode.unusualName
    let severity = Severity.warning
    let meaning =
        "A name is empty, or has other characters than ASCII letters, digits, \".\", \"_\" and \"-\"; it "
        + "works, but what looks alike may be another name, and some tools cannot write it."
    let advice =
        "Rename it, in the document and in the app; versions that are in the field still read the old name."

    let bad = RuleExample(
        #"""
        {
          "größe": 20
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "groesse": 20
        }
        """#)

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        var told: Set<Int> = []
        for setting in document.settings.indices {
            let record = document.loaded[setting]
            guard isUnusual(document.loaded.names[setting]) else { continue }
            // The name of a group is part of many names, and is reported once.
            var path = document.loaded.names[setting]
            var key: Int? = Int(record.key)
            while let current = key {
                let name = tree.stringBytes(at: current) ?? []
                if isUnusual(name[...]), told.insert(current).inserted {
                    let isSetting = current == Int(record.key)
                    let group = isSetting ? nil : String(decoding: path, as: UTF8.self)
                    report.add(
                        at: document.span(of: current),
                        .unusualName(String(decoding: name, as: UTF8.self), group: group),
                        about: isSetting ? .setting(setting) : .document)
                }
                // What is left of the path without the key and its dot is the path of the group.
                path = path.dropLast(name.count + 1)
                key = tree.keyOfParent(ofKey: current)
            }
        }
    }

    /// Whether a name, or one of the keys that it is joined of, is unusual.
    private func isUnusual(_ name: ArraySlice<UInt8>) -> Bool {
        var previous = UInt8(ascii: ".")
        for byte in name {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                break
            case UInt8(ascii: "."):
                if previous == byte { return true }
            default: return true
            }
            previous = byte
        }
        return previous == UInt8(ascii: ".")
    }
}
