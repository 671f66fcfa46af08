#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder {
    /// Decodes a document whose keys may become equal by conversion, such as `user_id` and `userId`.
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, reconciling: data)
    /// ```
    ///
    /// 1. Of the keys of a model that become equal, the exact spelling is read, wherever it stands; without one, the first.
    ///    An issue names the keys that were not read; in strict mode it is thrown.
    /// 2. `decode(_:from:)` reads the first of them and says nothing, since a key strategy sees one key at a time.
    /// 3. The conversion is ``keyConversion``. Without one this is the same as `decode(_:from:)`.
    /// 4. Keys of dictionaries are not converted, and so never become equal.
    /// 5. A document that is not strict JSON, or larger than a settings document may be, cannot be searched for such keys:
    ///    an issue says so, and it is decoded all the same.
    ///
    /// - Throws: What `decode(_:from:)` throws; in strict mode `DecodingError` with the path of the keys that become equal.
    /// - Complexity: One fast look at the document more than `decode(_:from:)`; a second one if there are such keys.
    public func decode<Value: Decodable>(_ type: Value.Type, reconciling data: Data) throws -> Value {
        guard let keyConversion else { return try decode(type, from: data) }
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: [UInt8](data))
        } catch {
            try IssueReporter(userInfo).report(.unexaminedKeys(reason: "\(error)"), at: [])
            return try decode(type, from: data)
        }
        let colliding = CollidingKeys(in: tree, converting: keyConversion)
        guard !colliding.isEmpty else { return try decode(type, from: data) }
        let observer = CollisionObserver(of: colliding.keys)
        let observing = copy(observer.strategy(converting: keyConversion))
        observing.userInfo[.collisionObserver] = observer
        let result = Result { try observing.decode(type, from: colliding.reordered().map { Data($0) } ?? data) }
        try observer.report(to: IssueReporter(userInfo))
        return try result.get()
    }

    /// A decoder with the same settings, but for its key strategy.
    private func copy(_ strategy: KeyDecodingStrategy) -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = strategy
        decoder.dateDecodingStrategy = dateDecodingStrategy
        decoder.dataDecodingStrategy = dataDecodingStrategy
        decoder.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        decoder.userInfo = userInfo
        decoder.allowsJSON5 = allowsJSON5
        decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
        return decoder
    }
}
