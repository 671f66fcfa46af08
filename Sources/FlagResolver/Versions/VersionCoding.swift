/// What the coding of versions, version sets and requirements has in common.
enum VersionCoding {
    /// The string at the decoder's place.
    ///
    /// - Throws: `DecodingError.typeMismatch`, which asks to quote a number.
    static func text(from decoder: any Decoder, expecting expected: String) throws -> String {
        do {
            return try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch(_, let context) {
            throw mismatch(decoder, context, expecting: expected)
        }
    }

    /// The error for a value of another type than text.
    static func mismatch(
        _ decoder: any Decoder,
        _ context: DecodingError.Context,
        expecting expected: String
    ) -> DecodingError {
        let isNumber = (try? decoder.singleValueContainer().decode(Double.self)) != nil
        let message =
            isNumber
            ? "Expected \(expected), found a number; write the version in quotes, because 1.10 would read as 1.1."
            : "Expected \(expected) as text in quotes, found something else. \(context.debugDescription)"
        return .typeMismatch(
            String.self,
            DecodingError.Context(codingPath: context.codingPath, debugDescription: message)
        )
    }

    /// The result of parsing, its syntax error wrapped as the decoding error of a place.
    static func parsed<Value>(
        at path: @autoclosure () -> [any CodingKey],
        _ parse: () throws(VersionSyntaxError) -> Value
    ) throws -> Value {
        do throws(VersionSyntaxError) {
            return try parse()
        } catch {
            let context = DecodingError.Context(
                codingPath: path(),
                debugDescription: error.description,
                underlyingError: error
            )
            throw DecodingError.dataCorrupted(context)
        }
    }
}
