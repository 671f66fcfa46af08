import FlagResolver

/// The type of a parameter.
enum FirebaseType: String, CaseIterable {
    case string = "STRING"
    case boolean = "BOOLEAN"
    case number = "NUMBER"
    case json = "JSON"

    /// What a value of the type is, for messages.
    var expectation: String {
        switch self {
        case .string: "text"
        case .boolean: "true or false"
        case .number: "a number such as 30 or 0.5"
        case .json: "JSON"
        }
    }

    /// A value as compact JSON; `nil` if the text is not a value of the type.
    func json(of text: String) -> [UInt8]? {
        switch self {
        case .string:
            var writer = JSONWriter()
            writer.write(text)
            return writer.bytes
        case .boolean:
            let word = text.lowercased()
            return word == "true" || word == "false" ? Array(word.utf8) : nil
        case .number:
            guard let number = Self.jsonNumber(text) else { return nil }
            // JSON may not have the numbers that a Double cannot represent.
            return (try? JSONTree(parsing: Array(number.utf8))) == nil ? nil : Array(number.utf8)
        case .json: return (try? JSONTree(parsing: Array(text.utf8)))?.compactText
        }
    }

    /// A number of the form `-?(\d*\.)?\d+` as JSON, which has no zeros at the beginning; `nil` for another text.
    static func jsonNumber(_ text: String) -> String? {
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let last = parts.last, !last.isEmpty, parts.allSatisfy({ $0.allSatisfy(\.isDigit) }) else { return nil }
        let whole = parts.count == 2 ? parts[0] : last
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        var number = significant.isEmpty ? "0" : String(decoding: significant, as: UTF8.self)
        if parts.count == 2 { number += "." + String(decoding: last, as: UTF8.self) }
        let isZero = number.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        return isNegative && !isZero ? "-\(number)" : number
    }
}
