extension KeyedDecodingContainer where Key == DynamicKey {
    /// Decodes the value of a key that must be there.
    ///
    /// ```swift
    /// let id = try container.required("id", as: Int.self)
    /// // there is no key "id"; the nearest one is "ID"
    /// ```
    ///
    /// - Throws: `DecodingError.keyNotFound`, whose message names the key and the nearest one that is there, and whose
    ///   path is that of the object; or the error of decoding the value.
    /// - Complexity: O(*n*) for *n* keys if the key is missing.
    public func required<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
        guard contains(DynamicKey(key)) else {
            throw missingKey(key, among: allKeys.map(\.stringValue))
        }
        return try decode(type, forKey: DynamicKey(key))
    }
}

extension KeyedDecodingContainer {
    /// The error for a key that is missing, with the nearest one that is there.
    func missingKey(_ key: String, among keys: [String]) -> DecodingError {
        let problem = SettingProblem.missingKey(key: key, nearest: NearestKey.to(key, among: keys))
        return problem.decodingError(at: codingPath)
    }
}

/// Finds the key that someone may have meant.
enum NearestKey {
    private static let greatestLength = 64

    /// The key most like another one; `nil` if none is like it at all.
    ///
    /// Keys that differ in casing alone are nearest; then those with the least number of insertions, deletions and
    /// replacements of bytes, at most a third of the length; of equally near ones, the first in alphabetical order.
    static func to(_ key: String, among keys: [String]) -> String? {
        let wanted = Array(KeyCasing.lowerCamelCase(key).utf8)
        guard wanted.count <= greatestLength else { return nil }
        var best: (distance: Int, key: String)?
        for candidate in keys where candidate.utf8.count <= greatestLength {
            let distance = distance(wanted, Array(KeyCasing.lowerCamelCase(candidate).utf8))
            if let current = best, (current.distance, current.key) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
        return best.key
    }

    /// The Levenshtein distance, a row at a time.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, byte) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (byte == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
