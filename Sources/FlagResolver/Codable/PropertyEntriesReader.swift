/// Reads the entries of one setting: the well-formed ones, and an issue for each of the others.
struct PropertyEntriesReader<Value: Decodable> {
    private(set) var entries: [PropertyEntry<Value>] = []
    private(set) var documentIndices: [Int] = []
    private(set) var issues: [SettingIssue] = []

    /// Whether there was any entry at all, well-formed or not.
    private(set) var listsEntries = false

    private let context: SettingsDecodingContext

    init(context: SettingsDecodingContext) {
        self.context = context
    }

    /// The app version that the entries are resolved for.
    var appVersion: AppVersion? {
        try? context.appVersion.get()
    }

    mutating func read(from container: KeyedDecodingContainer<PropertySettingKey>) throws {
        if case .failure(let problem) = context.appVersion {
            try report(problem, at: container.codingPath)
        }
        guard container.contains(.valuesByVersion) else { return }
        guard var list = try? container.nestedUnkeyedContainer(forKey: .valuesByVersion) else {
            guard try !container.decodeNil(forKey: .valuesByVersion) else { return }
            let found = try container.decode(JSONTypeProbe.self, forKey: .valuesByVersion).name
            let path = container.codingPath + [PropertySettingKey.valuesByVersion]
            return try report(.entriesNotArray(found: found), at: path)
        }
        try read(from: &list)
    }

    private mutating func read(from list: inout any UnkeyedDecodingContainer) throws {
        // No more than the usual, since some decoders believe what a document says of its length.
        entries.reserveCapacity(min(list.count ?? 0, 64))
        while !list.isAtEnd {
            listsEntries = true
            let index = list.currentIndex
            let attempt = try list.decode(PropertyEntryAttempt<Value>.self)
            switch attempt.result {
            case .success(let entry):
                if !documentIndices.isEmpty || index != entries.count {
                    if documentIndices.isEmpty { documentIndices = Array(entries.indices) }
                    documentIndices.append(index)
                }
                entries.append(entry)
            case .failure(let failure):
                guard !context.isStrict else { throw failure.error }
                let problem = SettingProblem(failure.error, decoding: Value.self)
                let path = failure.path(in: list.codingPath + [PositionKey(index)])
                add(SettingIssue(problem, path: CodingPath.text(path), entryIndex: index))
            }
        }
    }

    private mutating func report(_ problem: SettingProblem, at path: [any CodingKey]) throws {
        guard !context.isStrict else {
            throw problem.decodingError(at: path)
        }
        add(SettingIssue(problem, path: CodingPath.text(path)))
    }

    private mutating func add(_ issue: SettingIssue) {
        issues.append(issue)
        context.collector?.collect(issue)
    }
}

/// An entry, or why it is none. Decoding it never fails, so that a list moves on past a malformed element.
private struct PropertyEntryAttempt<Value: Decodable>: Decodable {
    struct Failure: Error {
        let error: any Error

        func path(in fallback: [any CodingKey]) -> [any CodingKey] {
            guard let path = (error as? DecodingError)?.context?.codingPath, !path.isEmpty else { return fallback }
            return path
        }
    }

    let result: Result<PropertyEntry<Value>, Failure>

    init(from decoder: any Decoder) {
        do {
            result = .success(try PropertyEntry(from: decoder))
        } catch {
            result = .failure(Failure(error: error))
        }
    }
}
