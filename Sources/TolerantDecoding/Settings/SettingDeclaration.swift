import FlagResolver

/// Where a ``Setting`` is declared, and what its attribute says.
struct SettingDeclaration: Sendable {
    /// A place in the source, which identifies a property of a model: an initial value does not know its property.
    struct Place: Hashable, Sendable {
        let fileID: String
        let line: UInt
        let column: UInt

        func hash(into hasher: inout Hasher) {
            // All properties of a type are usually in one file.
            hasher.combine(line)
            hasher.combine(column)
        }
    }

    let place: Place
    let name: String?
    let aliases: [String]

    /// The names of the setting in a document, given the label of the property's storage.
    func names(label: String) -> SettingNames {
        let property = label.hasPrefix("_") ? String(label.dropFirst()) : label
        return SettingNames(name ?? property, aliases: aliases)
    }
}

/// The names under which a document may have a setting.
struct SettingNames: Sendable {
    /// The name to encode under.
    let canonical: String

    /// The name as ``KeyConversion/lowerCamelCase`` spells it.
    private let converted: String

    /// The other names, each also as ``KeyConversion/lowerCamelCase`` spells it.
    let aliases: [String]

    init(_ name: String, aliases: [String]) {
        canonical = name
        converted = KeyCasing.lowerCamelCase(name)
        var spellings: [String] = []
        for alias in aliases.flatMap({ [$0, KeyCasing.lowerCamelCase($0)] }) where alias != name {
            if !spellings.contains(alias) { spellings.append(alias) }
        }
        self.aliases = spellings
    }

    /// The name that an object has; `nil` if it has none of them.
    ///
    /// - Throws: In strict mode, if the object has several of them.
    func present(
        in container: KeyedDecodingContainer<DynamicKey>, reportingTo reporter: IssueReporter
    ) throws -> DynamicKey? {
        // If the object has both spellings of the name, the converted one belongs to another setting.
        let name = container.contains(DynamicKey(canonical)) ? canonical : converted
        let present = ([name] + aliases.filter { $0 != name }).filter { container.contains(DynamicKey($0)) }
        guard let used = present.first else { return nil }
        if present.count > 1 {
            let problem = DecodingProblem.conflictingKeys(used: used, ignored: Array(present.dropFirst()))
            try reporter.report(problem, at: container.codingPath + [DynamicKey(used)])
        }
        return DynamicKey(used)
    }
}

/// The settings of a type of models.
struct SettingsLayout: Sendable {
    struct Property: Sendable {
        let names: SettingNames
        /// The setting of a model that was created in code; its type is the one to decode.
        let prototype: any ModelSetting
    }

    let properties: [Property]

    /// The properties that can be decoded: an initial value finds its result by its place.
    let decodable: [Property]

    /// The stored properties that look like settings and cannot be decoded.
    let undecodable: [(name: String, problem: DecodingProblem)]

    private static let layouts = Locked<[ObjectIdentifier: SettingsLayout]>([:])

    /// The layout of a type of models, which is created once.
    static func of<Model: SettingsModel>(_ model: Model.Type) -> SettingsLayout {
        let identifier = ObjectIdentifier(model)
        if let layout = layouts.withLock({ $0[identifier] }) { return layout }
        let layout = DecodedSettings.threadLocal.withoutValue { SettingsLayout(Model()) }
        layouts.withLock { $0[identifier] = layout }
        return layout
    }

    /// Creates the layout of a model, and of its superclasses.
    init(_ model: some SettingsModel) {
        var properties: [Property] = []
        var undecodable: [(String, DecodingProblem)] = []
        var countByPlace: [SettingDeclaration.Place: Int] = [:]
        for (label, value) in Self.storedProperties(of: model) {
            if let setting = value as? any ModelSetting {
                properties.append(Property(names: setting.declaration.names(label: label), prototype: setting))
                countByPlace[setting.declaration.place, default: 0] += 1
            } else if value is any SettingsModel {
                undecodable.append((label, .modelWithoutAttribute(property: label)))
            }
        }
        var decodable: [Property] = []
        for property in properties {
            if countByPlace[property.prototype.declaration.place] == 1 {
                decodable.append(property)
            } else {
                let name = property.names.canonical
                undecodable.append((name, .settingsOfOnePlace(property: name)))
            }
        }
        self.properties = properties
        self.decodable = decodable
        self.undecodable = undecodable
    }

    /// The stored properties of a value, and of its superclasses.
    private static func storedProperties(of value: Any) -> [(label: String, value: Any)] {
        var properties: [(String, Any)] = []
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            properties += current.children.map { ($0.label ?? "", $0.value) }
            mirror = current.superclassMirror
        }
        return properties
    }
}
