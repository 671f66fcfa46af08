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
        var places: Set<SettingDeclaration.Place> = []
        for (label, value) in Self.storedProperties(of: model) {
            guard let setting = value as? any ModelSetting else {
                precondition(
                    !(value is any SettingsModel),
                    "\(label) of \(type(of: model)) is a model, but not a setting; declare it with @Setting.")
                continue
            }
            precondition(
                places.insert(setting.declaration.place).inserted,
                "\(label) of \(type(of: model)) is created where another setting is; create each at its property.")
            properties.append(Property(names: setting.declaration.names(label: label), prototype: setting))
        }
        self.properties = properties
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
