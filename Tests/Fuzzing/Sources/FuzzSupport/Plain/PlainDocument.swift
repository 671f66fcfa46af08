/// The settings of a document, found by walking through boxes.
public struct PlainDocument {
    /// What makes the library refuse a document.
    public enum Refusal: Error {
        case json(PlainJSON.Refusal)
        case notAnObject
        case duplicateName
    }

    public let root: PlainJSON
    /// The settings in document order.
    public private(set) var settings: [PlainSetting] = []

    public init(_ bytes: [UInt8]) throws(Refusal) {
        let root: PlainJSON
        do {
            root = try PlainJSONReader.read(bytes)
        } catch {
            throw .json(error)
        }
        try self.init(root)
    }

    public init(_ root: PlainJSON) throws(Refusal) {
        guard let members = root.members else { throw .notAnObject }
        self.root = root
        add(members, prefix: [])
        guard Set(settings.map(\.name)).count == settings.count else { throw .duplicateName }
    }

    /// Whether an entry of a setting tests more than the app version, which this reader does not know.
    public var testsMoreThanVersion: Bool {
        let names = ["when", "rollout", "from", "until", "requires"]
        return settings.contains { setting in
            (setting.json.member("valuesByVersion")?.elements ?? []).contains { entry in
                names.contains { entry.member($0) != nil }
            }
        }
    }

    private mutating func add(_ members: [PlainJSON.Member], prefix: [UInt8]) {
        for member in members where member.name.first != UInt8(ascii: "$") {
            let name = prefix + member.name
            let isSetting = member.value.member("defaultValue") != nil || member.value.member("valuesByVersion") != nil
            if let group = member.value.members, !isSetting {
                add(group, prefix: name + [UInt8(ascii: ".")])
            } else {
                settings.append(PlainSetting(name: name, json: member.value))
            }
        }
    }
}

/// One setting, or a constant.
public struct PlainSetting {
    public let name: [UInt8]
    public let json: PlainJSON
    /// The default; `nil` where it is missing.
    public let defaultValue: PlainJSON?
    /// The entries in document order, a malformed one being `nil`.
    public let entries: [PlainEntry?]

    init(name: [UInt8], json: PlainJSON) {
        self.name = name
        self.json = json
        defaultValue = json.members == nil ? json : json.member("defaultValue")
        entries = json.member("valuesByVersion")?.elements?.map(PlainEntry.init) ?? []
    }

    /// The name as text.
    public var nameText: String { String(decoding: name, as: UTF8.self) }

    /// The value for a version and the index of the entry it comes from, by the one rule; `nil` where the default is
    /// not of the type that `read` reads.
    public func resolved<Value>(for version: PlainVersion, as read: (PlainJSON) -> Value?) -> (Value, entry: Int?)? {
        guard let fallback = defaultValue.flatMap(read) else { return nil }
        for (index, entry) in entries.enumerated() {
            guard let entry, entry.requirements.contains(where: { $0.contains(version) }) else { continue }
            if let value = read(entry.value) { return (value, index) }
        }
        return (fallback, nil)
    }
}

/// One well-formed entry.
public struct PlainEntry {
    public let requirements: [PlainRequirement]
    public let value: PlainJSON

    init?(_ json: PlainJSON) {
        guard let members = json.members else { return nil }
        let known = ["appVersion", "value", "defaultValue", "description", "name"]
        for member in members where member.name.first != UInt8(ascii: "$") {
            guard known.contains(where: { member.name.elementsEqual($0.utf8) }) else { return nil }
        }
        if let name = json.member("name") {
            guard let text = name.string, !text.isEmpty else { return nil }
        }
        let values = [json.member("value"), json.member("defaultValue")].compactMap { $0 }
        guard values.count == 1, let condition = json.member("appVersion") else { return nil }
        let texts = (condition.elements ?? [condition]).map(\.string)
        let requirements = texts.compactMap { $0.flatMap { PlainRequirement($0) } }
        guard !texts.isEmpty, requirements.count == texts.count else { return nil }
        self.requirements = requirements
        value = values[0]
    }
}
