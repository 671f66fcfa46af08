#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Notes which of the colliding keys a decoder converts; it does not convert those of dictionaries.
final class CollisionObserver: Sendable {
    private struct Sighting {
        let path: [any CodingKey]
        let field: Field
        var keys: [String]
        var isNoted: Set<String>
    }

    private struct Field: Hashable {
        let path: String
        let converted: String
    }

    private struct State {
        var sightings: [Sighting] = []
        var indices: [Field: Int] = [:]
    }

    private let keys: Set<String>
    private let state = Locked(State())

    init(of keys: Set<String>) {
        self.keys = keys
    }

    func strategy(converting conversion: KeyConversion) -> JSONDecoder.KeyDecodingStrategy {
        .custom { path in
            guard let last = path.last else { return ConvertedKey(stringValue: "") }
            let key = last.stringValue
            let converted = conversion.convert(key, path.dropLast())
            if self.keys.contains(key) {
                self.note(key, converted: converted ?? key, path: Array(path.dropLast()))
            }
            return converted.map { ConvertedKey(stringValue: $0) } ?? last
        }
    }

    private func note(_ key: String, converted: String, path: [any CodingKey]) {
        let field = Field(path: CodingPath.text(path), converted: converted)
        state.withLock { state in
            guard let index = state.indices[field] else {
                state.indices[field] = state.sightings.count
                return state.sightings.append(Sighting(path: path, field: field, keys: [key], isNoted: [key]))
            }
            if state.sightings[index].isNoted.insert(key).inserted { state.sightings[index].keys.append(key) }
        }
    }

    /// Forgets what was noted of the object that a decoder stands on: its keys were looked at, but are not to be decoded.
    ///
    /// What is decoded with coding keys later is noted then.
    static func forget(_ decoder: any Decoder) {
        guard let observer = decoder.userInfo[.collisionObserver] as? CollisionObserver else { return }
        observer.forget(at: CodingPath.text(decoder.codingPath))
    }

    private func forget(at path: String) {
        state.withLock { state in
            for (field, index) in state.indices where field.path == path {
                state.sightings[index].keys = []
                state.sightings[index].isNoted = []
            }
        }
    }

    func report(to reporter: IssueReporter) throws {
        for sighting in state.withLock({ $0.sightings }) where sighting.keys.count > 1 {
            let field = sighting.field
            let used = sighting.keys.contains(field.converted) ? field.converted : sighting.keys[0]
            let problem = SettingProblem.conflictingKeys(used: used, ignored: sighting.keys.filter { $0 != used })
            let text = field.path.isEmpty ? used : "\(field.path).\(used)"
            try reporter.report(problem, at: sighting.path + [DynamicKey(used)], spelled: text)
        }
    }
}
