extension PropertySetting: Decodable where Value: Decodable {
    /// Decodes a setting, or a bare value as its default, and resolves it.
    ///
    /// The app version is taken from `userInfo`.
    ///
    /// - Throws: `DecodingError` if the default is missing or not a `Value`; in strict mode, for any problem.
    public init(from decoder: any Decoder) throws {
        if decoder.readsLeniently, let setting = try LenientSettings.setting(of: Value.self, from: decoder) {
            self = setting
            return
        }
        let context = DecodingContext(decoder.userInfo)
        guard let container = try? decoder.container(keyedBy: PropertySettingKey.self) else {
            self.init(bare: try decoder.value(of: Value.self), context: context)
            return
        }
        guard container.contains(.defaultValue) else {
            guard !container.contains(.valuesByVersion) else { throw container.error(.missingDefault) }
            (decoder.userInfo[.keyObserver] as? any KeyObserver)?.forgetKeys(at: decoder.codingPath)
            self.init(bare: try Self.bareObject(of: decoder, container), context: context)
            return
        }
        let defaultValue = try container.decodeValue(Value.self, forKey: .defaultValue)
        var reader = PropertyEntriesReader<Value>(context: context)
        try reader.read(from: container)
        self.init(
            defaultValue,
            entries: reader.entries,
            documentIndices: reader.documentIndices,
            listsEntries: reader.listsEntries,
            testsVersion: reader.testsVersion,
            context: context.evaluationContext,
            issues: reader.issues
        )
    }

    /// Creates a setting from a bare value. It needs no app version, because it has no entries.
    private init(bare value: Value, context: DecodingContext) {
        self.init(
            value, entries: [], documentIndices: [], listsEntries: false, testsVersion: false,
            context: context.evaluationContext, issues: [])
    }

    /// Decodes an object with neither `defaultValue` nor `valuesByVersion` as a bare value.
    ///
    /// - Throws: If no `Value` is an object, an error that names `defaultValue`, the member that was probably meant.
    private static func bareObject(
        of decoder: any Decoder, _ container: KeyedDecodingContainer<PropertySettingKey>
    ) throws -> Value {
        do {
            return try decoder.value(of: Value.self)
        } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count == decoder.codingPath.count {
            throw container.error(.objectWithoutDefault(expected: SettingProblem.name(of: Value.self)))
        }
    }
}

extension PropertySetting: Encodable where Value: Encodable {
    /// Encodes the canonical form: `defaultValue` and, if there are entries, `valuesByVersion`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PropertySettingKey.self)
        try container.encode(defaultValue, forKey: .defaultValue)
        if !valuesByVersion.isEmpty {
            try container.encode(valuesByVersion, forKey: .valuesByVersion)
        }
    }
}

/// The members of a setting that typed decoding reads.
enum PropertySettingKey: String, CodingKey {
    case defaultValue
    case valuesByVersion
}

/// Reads the entries of one setting: the well-formed ones, and an issue for each of the others.
private struct PropertyEntriesReader<Value: Decodable> {
    private(set) var entries: [PropertyEntry<Value>] = []
    private(set) var documentIndices: [Int] = []
    private(set) var issues: [SettingIssue] = []
    private(set) var listsEntries = false
    private(set) var testsVersion = false

    private let context: DecodingContext

    init(context: DecodingContext) {
        self.context = context
    }

    mutating func read(from container: KeyedDecodingContainer<PropertySettingKey>) throws {
        guard container.contains(.valuesByVersion) else { return }
        guard var list = try? container.nestedUnkeyedContainer(forKey: .valuesByVersion) else {
            guard try !container.decodeNil(forKey: .valuesByVersion) else { return }
            let found = try container.decode(StringOrTypeName.self, forKey: .valuesByVersion).typeName
            let path = container.codingPath + [PropertySettingKey.valuesByVersion]
            issues.append(try context.reporter.report(.entriesNotArray(found: found), at: path))
            return
        }
        guard !list.isAtEnd else { return }
        listsEntries = true
        try read(from: &list, of: container)
    }

    /// Notes that an entry asks for the app version. If there is none, the first such entry of a setting reports it.
    private mutating func needVersion(_ container: KeyedDecodingContainer<PropertySettingKey>) throws {
        guard !testsVersion else { return }
        testsVersion = true
        guard case .failure(let problem) = context.appVersion else { return }
        issues.append(try context.reporter.report(problem, at: container.codingPath))
    }

    private mutating func read(
        from list: inout any UnkeyedDecodingContainer, of container: KeyedDecodingContainer<PropertySettingKey>
    ) throws {
        // The count is bounded, because some decoders take it from the input.
        let count = min(list.count ?? 0, 64)
        entries.reserveCapacity(count)
        documentIndices.reserveCapacity(count)
        while !list.isAtEnd {
            let index = list.currentIndex
            let entry: PropertyEntry<Value>
            do {
                entry = try list.decode(PropertyEntry<Value>.self)
            } catch {
                try skipEntry(at: index, of: &list, in: container, dueTo: CodingPath.inDocument(error))
                continue
            }
            if entry.condition.requirement != nil { try needVersion(container) }
            entries.append(entry)
            documentIndices.append(index)
        }
    }

    /// Reports a malformed entry, and moves on to the next one.
    private mutating func skipEntry(
        at index: Int,
        of list: inout any UnkeyedDecodingContainer,
        in container: KeyedDecodingContainer<PropertySettingKey>,
        dueTo error: any Error
    ) throws {
        // Decoders that follow Foundation's stay at an element that they cannot decode.
        if list.currentIndex == index, try list.decode(SkippedEntry.self).testsVersion { try needVersion(container) }
        let errorPath = (error as? DecodingError)?.context?.codingPath ?? []
        let issue = try context.reporter.report(
            SettingProblem(error, decoding: Value.self),
            at: errorPath.isEmpty ? list.codingPath + [IndexKey(index)] : errorPath,
            entryIndex: index,
            dueTo: error,
            decoding: Value.self
        )
        issues.append(issue)
    }
}

/// A malformed entry. Decoding it never fails.
private struct SkippedEntry: Decodable {
    /// Whether the entry asks for the app version.
    let testsVersion: Bool

    init(from decoder: any Decoder) {
        testsVersion = (try? decoder.container(keyedBy: PropertyEntryKey.self))?.contains(.appVersion) ?? false
    }
}
