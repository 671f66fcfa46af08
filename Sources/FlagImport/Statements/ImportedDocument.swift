import FlagAnalysis
package import FlagResolver

/// The document that stands for the file of another system.
package struct ImportedDocument: Sendable {
    package let settings: SettingsDocument
    /// The imported settings, in the order of the document.
    package let imported: [ImportedSetting]
    /// The settings that are left out, because they have no default.
    package let leftOut: [SourceSetting]

    /// The text, in the layout of `flagctl fmt`.
    package var bytes: [UInt8] { settings.tree.bytes }

    /// A setting, and from which rule each of its entries comes.
    package struct ImportedSetting: Sendable {
        package let source: SourceSetting
        /// The value if no entry matches, as JSON: that of the first rule that holds for everybody, or the default.
        package let defaultValue: [UInt8]
        /// For each entry, the index of the rule in ``SourceSetting/rules``.
        package let rules: [Int]
    }

    /// Writes the document.
    ///
    /// - Throws: `DocumentError` if the result is no document, for example because it exceeds a limit.
    /// - Complexity: Linear in the size of the result.
    package init(_ source: ImportSource) throws(DocumentError) {
        var imported: [ImportedSetting] = []
        var leftOut: [SourceSetting] = []
        for setting in source.settings {
            // A rule for everybody hides those after it, and the default.
            let last = setting.rules.firstIndex { rule in
                rule.value.json != nil && source.conditions[rule.condition].written?.contains(where: \.isAlways) == true
            }
            guard let value = last.flatMap({ setting.rules[$0].value.json }) ?? setting.importedDefault else {
                leftOut.append(setting)
                continue
            }
            let rules = setting.rules[..<(last ?? setting.rules.endIndex)].indices.flatMap { index -> [Int] in
                let rule = setting.rules[index]
                guard rule.value.json != nil else { return [] }
                return Array(repeating: index, count: source.conditions[rule.condition].written?.count ?? 0)
            }
            imported.append(ImportedSetting(source: setting, defaultValue: value, rules: rules))
        }
        (self.imported, self.leftOut) = (imported, leftOut)
        var writer = JSONWriter()
        writer.beginObject()
        if let version = source.version {
            writer.write(key: "$version")
            writer.write(version)
        }
        Self.write(source.attributes(usedBy: imported), to: &writer)
        Self.write(groups: source.groups, to: &writer)
        for setting in imported { Self.write(setting, of: source, to: &writer) }
        writer.endObject()
        let compact = try SettingsDocument(parsing: writer.bytes)
        self.settings = try SettingsDocument(parsing: DocumentFormatter.format(compact.tree))
    }

    private static func write(_ attributes: [SourceAttribute], to writer: inout JSONWriter) {
        guard !attributes.isEmpty else { return }
        writer.write(key: "$attributes")
        writer.beginObject()
        for attribute in attributes {
            writer.write(key: attribute.name)
            writer.beginObject()
            writer.write(key: "type")
            writer.write(attribute.type)
            writer.write(key: "description")
            writer.write(attribute.description)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func write(groups: [(name: String, description: String)], to writer: inout JSONWriter) {
        guard !groups.isEmpty else { return }
        writer.write(key: "$groups")
        writer.beginObject()
        for group in groups {
            writer.write(key: group.name)
            writer.write(group.description)
        }
        writer.endObject()
    }

    private static func write(_ setting: ImportedSetting, of source: ImportSource, to writer: inout JSONWriter) {
        writer.write(key: setting.source.name)
        writer.beginObject()
        for (key, text) in [
            ("$group", setting.source.group), ("description", setting.source.description),
            ("type", setting.source.type),
        ] {
            guard let text else { continue }
            writer.write(key: key)
            writer.write(text)
        }
        writer.write(key: "defaultValue")
        writer.write(raw: setting.defaultValue)
        if !setting.rules.isEmpty {
            writer.write(key: "valuesByVersion")
            writer.beginArray()
            var last: Int?
            var alternative = 0
            for index in setting.rules {
                alternative = index == last ? alternative + 1 : 0
                last = index
                let rule = setting.source.rules[index]
                guard let written = source.conditions[rule.condition].written, written.indices.contains(alternative),
                    let value = rule.value.json
                else { continue }
                writer.beginObject()
                if let name = rule.name {
                    writer.write(key: "name")
                    writer.write(name)
                }
                written[alternative].write(to: &writer, unknownKey: "")
                writer.write(key: "value")
                writer.write(raw: value)
                writer.endObject()
            }
            writer.endArray()
        }
        writer.endObject()
    }
}

extension SourceSetting {
    /// The value if no rule holds; `nil` if it is not known.
    fileprivate var importedDefault: [UInt8]? { defaultValue.json ?? givenDefault }
}

extension ImportSource {
    /// The declared attributes that entries of the document test.
    fileprivate func attributes(usedBy settings: [ImportedDocument.ImportedSetting]) -> [SourceAttribute] {
        var names: Set<String> = []
        for condition in Set(settings.flatMap { setting in setting.rules.map { setting.source.rules[$0].condition } }) {
            for alternative in conditions[condition].written ?? [] {
                names.formUnion(alternative.attributes.map(\.name))
            }
        }
        return attributes.filter { names.contains($0.name) }
    }
}
