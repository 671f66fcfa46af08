import FlagResolver

/// A misspelt member.
struct UnknownMemberRule: DocumentRule {
    let code = RuleCode.unknownMember
    let severity = Severity.error
    let meaning =
        "A setting or an entry has a member that the format does not know, most likely a misspelt one: in a "
        + "setting it is ignored, and an entry with one never wins."
    let advice =
        "Correct the name of the member; a remark belongs in \"description\", or in a member that begins with \"$\"."

    let bad = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "vlaue": true }
            ]
          }
        }
        """#)

    let good = RuleExample(
        #"""
        {
          "payments": {
            "defaultValue": false,
            "valuesByVersion": [
              { "appVersion": ">=1.4.0", "value": true }
            ]
          }
        }
        """#)

    private static let settingMembers = ["defaultValue", "valuesByVersion", "type", "description", "owner"]
    private static let entryMembers = ["appVersion", "value", "defaultValue", "description"]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let settings = document.settings
        // The reader stops at the first such member of an entry, and says that there is one; all of them are told.
        let hasUnknownConditions = settings.issues.contains { $0.code == .unknownCondition }
        for settingIndex in settings.indices {
            let record = document.loaded[settingIndex]
            if record.node == record.defaultValue {
                checkConstant(record, settingIndex, in: document, &report)
            } else {
                checkMembers(of: record, settingIndex, in: document, &report)
                if hasUnknownConditions { checkEntries(of: Int(record.node), settingIndex, in: document, &report) }
            }
        }
    }

    private func checkMembers(
        of record: SettingRecord, _ settingIndex: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        // Nearly no setting has one, and no list is made for the others.
        guard tree.members(of: Int(record.node)).contains(where: { !isKnownInSetting($0.key, of: tree) }) else {
            return
        }
        let unknown = tree.members(of: Int(record.node)).map(\.key).filter { !isKnownInSetting($0, of: tree) }
        var renaming = MemberRenaming(of: Int(record.node), in: tree)
        for key in unknown {
            let name = tree.string(at: key) ?? ""
            renaming.add(key, suggestion(for: name, in: Int(record.node), Self.settingMembers, of: tree))
        }
        let isProved = renaming.makesSetting
        for key in unknown {
            let name = tree.string(at: key) ?? ""
            report.add(
                at: document.span(of: key),
                .unknownSettingMember(name, suggestion: isProved ? renaming.name(for: key) : nil),
                about: .setting(settingIndex))
        }
    }

    private func isKnownInSetting(_ key: Int, of tree: JSONTree) -> Bool {
        tree.isString(at: key, equalTo: "defaultValue") || tree.isString(at: key, equalTo: "valuesByVersion")
            || tree.isMetadata(key: key) || tree.isString(at: key, equalTo: "type")
            || tree.isString(at: key, equalTo: "description") || tree.isString(at: key, equalTo: "owner")
    }

    private func checkEntries(
        of setting: Int, _ settingIndex: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let tree = document.tree
        guard let list = tree.member(named: "valuesByVersion" as StaticString, of: setting) else { return }
        for entry in tree.elements(of: list) {
            let unknown = tree.members(of: entry).map(\.key).filter { key in
                !tree.isMetadata(key: key)
                    && !Self.entryMembers.contains { tree.isString(at: key, equalTo: Array($0.utf8)) }
            }
            guard !unknown.isEmpty else { continue }
            var renaming = MemberRenaming(of: entry, in: tree)
            for key in unknown {
                renaming.add(key, suggestion(for: tree.string(at: key) ?? "", in: entry, Self.entryMembers, of: tree))
            }
            let isProved = renaming.makesEntry
            for key in unknown {
                let name = tree.string(at: key) ?? ""
                report.add(
                    at: document.span(of: key),
                    .unknownEntryMember(name, suggestion: isProved ? renaming.name(for: key) : nil),
                    about: .setting(settingIndex))
            }
        }
    }

    /// A near miss of a name, unless the object has a member of that name already.
    private func suggestion(for name: String, in object: Int, _ names: [String], of tree: JSONTree) -> String? {
        var free = names.filter { tree.member(named: $0, of: object) == nil }
        // An entry has its value under one of two names.
        if names == Self.entryMembers, free.contains("value") != free.contains("defaultValue") {
            free.removeAll { $0 == "value" || $0 == "defaultValue" }
        }
        return Spelling.nearest(to: name, in: free)
    }

    private static func nearestOfSetting(_ name: String) -> String? {
        Spelling.nearest(to: name, in: ["defaultValue", "valuesByVersion"])
    }

    /// A name with which the group that a member is in is one setting; `nil` where others would be lost with that.
    private func suggestion(forMemberOfGroup key: Int, of tree: JSONTree) -> String? {
        guard let group = tree.keyOfParent(ofKey: key).map({ $0 + 1 }) else { return nil }
        var renaming = MemberRenaming(of: group, in: tree)
        for (position, (key, _)) in tree.members(of: group).enumerated() {
            // No setting has so many members, and no group is to be looked at again for each of them.
            guard position < Self.greatestMemberCount else { return nil }
            guard !isKnownInSetting(key, of: tree) else { continue }
            guard let name = Self.nearestOfSetting(tree.string(at: key) ?? "") else { return nil }
            renaming.add(key, name)
        }
        return renaming.makesSetting ? renaming.name(for: key) : nil
    }

    private static let greatestMemberCount = 32

    /// A misspelt member can make a setting a group, and the member a setting of its own.
    private func checkConstant(
        _ record: SettingRecord, _ settingIndex: SettingIndex, in document: CheckedDocument, _ report: inout RuleReport
    ) {
        let key = Int(record.key)
        let isInGroup = document.settings.nameBytes(of: settingIndex).count > document.tree.contentLength(at: key)
        if isInGroup {
            // Lengths first: they rule out nearly all keys.
            guard (10...17).contains(document.tree.contentLength(at: key)) else { return }
            let member = document.tree.string(at: key) ?? ""
            guard Self.nearestOfSetting(member) != nil else { return }
            report.add(
                at: document.span(of: key),
                .misspeltMember(member, suggestion: suggestion(forMemberOfGroup: key, of: document.tree)),
                about: .setting(settingIndex))
        } else if document.tree.isString(at: key, equalTo: "defaultValue")
            || document.tree.isString(at: key, equalTo: "valuesByVersion")
        {
            let member = document.tree.string(at: key) ?? ""
            report.add(at: document.span(of: key), .documentAsSetting(member), about: .setting(settingIndex))
        }
    }
}
