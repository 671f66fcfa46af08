extension JSONValue: Encodable {
    /// Encodes the value with any encoder.
    ///
    /// 1. An object is encoded as a dictionary: a key strategy of the encoder does not change its keys.
    /// 2. A number without a fraction and an exponent is encoded as an integer if it fits 64 bits, any other number as the
    ///    nearest `Double`. How a `Double` such as `3.0` is written is up to the encoder.
    ///
    /// - Throws: `EncodingError.invalidValue` for an integer that fits neither 64 bits nor a `Double`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch kind {
        case .null: try container.encodeNil()
        case .false, .true: try container.encode(kind == .true)
        case .number: try encodeNumber(to: &container)
        case .string: try container.encode(string)
        case .array: try container.encode(array)
        case .object: try container.encode(object)
        }
    }

    private func encodeNumber(to container: inout any SingleValueEncodingContainer) throws {
        if tree.nodes[node].isInteger {
            if let number = int64 { return try container.encode(number) }
            if let number = UInt64(description) { return try container.encode(number) }
        }
        guard let number = double else {
            let message = "the number \(description) fits neither 64 bits nor a Double; write it as a string"
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: container.codingPath, debugDescription: message))
        }
        try container.encode(number)
    }
}
