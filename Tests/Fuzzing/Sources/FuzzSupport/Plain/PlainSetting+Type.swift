extension PlainSetting {
    /// What a document says for a version, whatever type reads it: an entry whose value is not of the declared type never
    /// wins.
    ///
    /// - Returns: `nil` where the default is missing, or is not of the declared type.
    public func resolved(for version: PlainVersion) -> (value: PlainJSON, entry: Int?)? {
        resolved(for: version) { hasDeclaredType($0) ? $0 : nil }.map { ($0.0, $0.entry) }
    }

    private func hasDeclaredType(_ value: PlainJSON) -> Bool {
        guard json.member("defaultValue") != nil || json.member("valuesByVersion") != nil,
            let type = json.member("type")?.string.map({ String(decoding: $0, as: UTF8.self) })
        else { return true }
        switch (type, value.content) {
        case ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array), ("object", .object):
            return true
        case ("integer", .number(let number)): return number.isIntegral
        default: return !["boolean", "integer", "number", "string", "array", "object"].contains(type)
        }
    }
}
