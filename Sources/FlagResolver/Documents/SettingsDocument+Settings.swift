extension SettingsDocument {
    /// The positions of the settings, in document order.
    package var slots: Range<Int> { loaded.settings.indices }

    /// The name of a setting.
    package func name(of slot: Int) -> String {
        String(decoding: nameBytes(of: slot), as: UTF8.self)
    }

    /// The name of a setting as UTF-8.
    package func nameBytes(of slot: Int) -> ArraySlice<UInt8> {
        loaded.names[slot]
    }

    /// The position of the setting of a name, compared byte by byte; `nil` if there is none.
    package func slot(named name: String) -> Int? {
        loaded.names.slot(named: name)
    }

    /// The well-formed entries of a setting, in document order.
    package func entries(of slot: Int) -> ArraySlice<EntryRecord> {
        let setting = loaded.settings[slot]
        return loaded.entries[Int(setting.firstEntry)..<Int(setting.endEntry)]
    }

    /// The node of the default of a setting; `nil` if it has none.
    package func defaultValue(of slot: Int) -> Int? {
        let node = loaded.settings[slot].defaultValue
        return node == SettingRecord.missing ? nil : Int(node)
    }

    /// The node of the `appVersion` of an entry.
    package func requirementNode(of entry: EntryRecord) -> Int? {
        tree.member(named: "appVersion" as StaticString, of: Int(entry.node))
    }

    /// The requirement of an entry, as it was written.
    package func requirement(of entry: EntryRecord) -> VersionRequirement? {
        guard let node = requirementNode(of: entry) else { return nil }
        if let text = tree.string(at: node) {
            return try? VersionRequirement(parsing: text)
        }
        let texts = tree.elements(of: node).compactMap { tree.string(at: $0) }
        return VersionRequirement(list: texts, sets: texts.compactMap { try? VersionSet(parsing: $0) })
    }
}
