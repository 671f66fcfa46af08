/// Decodes the text of versions, version sets and requirements.
enum VersionCoding {
    /// The string at the position of a decoder.
    ///
    /// - Throws: `DecodingError` if the value is not a string. The error for a number says to quote it.
    static func text(from decoder: any Decoder, expecting expected: String) throws -> String {
        do {
            return try decoder.singleValueContainer().decode(String.self)
        } catch DecodingError.typeMismatch(_, let context) {
            let isNumber = (try? decoder.singleValueContainer().decode(Double.self)) != nil
            let message =
                isNumber
                ? "Expected \(expected), found a number; write the version in quotes, because 1.10 would be read as 1.1."
                : "Expected \(expected), as a string in quotes. \(context.debugDescription)"
            throw DecodingError.typeMismatch(
                String.self, DecodingError.Context(codingPath: context.codingPath, debugDescription: message))
        }
    }

    /// The result of parsing. A syntax error becomes the underlying error of a decoding error.
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
