import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder {
    /// Decodes a document with keys that may become equal, such as `user_id` and `userId`.
    ///
    /// ```swift
    /// let user = try decoder.decode(User.self, resolvingConflictsIn: data)
    /// ```
    ///
    /// 1. Of the keys of a model that become equal, the exact spelling is read, wherever it is in the object. Without one,
    ///    the first key is read. An issue names the keys that were not read; in strict mode it is thrown.
    /// 2. `decode(_:from:)` reads one of them silently, because a key strategy gets one key at a time: the first in the
    ///    document or, before iOS 17 and macOS 14, any.
    /// 3. The conversion is ``keyConversion``. Without one, this is the same as `decode(_:from:)`.
    /// 4. The keys of dictionaries are not converted, so they never become equal.
    /// 5. In a document that is not strict JSON, or is larger than a settings document may be, such keys cannot be found.
    ///    It is decoded as `decode(_:from:)` does, and an issue says so.
    ///
    /// - Throws: What `decode(_:from:)` throws; in strict mode a `DecodingError` with the path of conflicting keys.
    /// - Complexity: One fast pass over the document in addition to `decode(_:from:)`.
    public func decode<Value: Decodable>(_ type: Value.Type, resolvingConflictsIn data: Data) throws -> Value {
        guard let keyConversion else { return try decode(type, from: data) }
        let reporter = IssueReporter(userInfo)
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: [UInt8](data))
        } catch {
            try reporter.report(.unexaminedKeys(reason: "\(error)"), at: [])
            return try decode(type, from: data)
        }
        let resolver = KeyConflictResolver(tree, converting: keyConversion)
        guard !resolver.isIdle else { return try decode(type, from: data) }
        let decoder = copy(with: resolver.strategy)
        decoder.userInfo[.keyObserver] = resolver
        let result = Result { try decoder.decode(type, from: data) }
        try resolver.report(to: reporter)
        return try result.get()
    }

    /// A decoder with the same settings and another key strategy.
    private func copy(with strategy: KeyDecodingStrategy) -> JSONDecoder {
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
