import FlagResolver
import TestSupport

/// A JSON value as the tests know it: slow, plain, and independent of the parser.
indirect enum PlainJSON: Sendable {
    case null
    case bool(Bool)
    /// The text of the number.
    case number(String)
    case string(String)
    case array([PlainJSON])
    case object([(key: String, value: PlainJSON)])
}

extension PlainJSON {
    static let keys = ["a", "b", "value", "appVersion", "é", "e\u{301}", "\u{1F600}", "", "$x", "a\"b", "\n", "\\"]
    static let numbers = [
        "0", "-0", "0.0", "-0.0", "0e5", "1", "1.0", "1.00", "1e0", "10e-1", "0.1e1", "-1", "10", "1e1", "100", "1E+2",
        "12345678901234567890", "12345678901234567891", "0.1", "0.10", "1e-400", "10e-401", "1.5", "15e-1",
        "1e-99999999999999999999", "10e-100000000000000000000", "0.1e-99999999999999999998",
    ]

    /// A random value of bounded size.
    static func random(depth: Int, using random: inout SeededRandom) -> PlainJSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2, 3: return .number(numbers.randomElement(using: &random) ?? "0")
        case 4: return .string(keys.randomElement(using: &random) ?? "")
        case 5:
            let count = Int.random(in: 0..<4, using: &random)
            return .array((0..<count).map { _ in PlainJSON.random(depth: depth - 1, using: &random) })
        default:
            // Sometimes more members than are compared pairwise.
            let isLarge = Int.random(in: 0..<4, using: &random) == 0
            let keys = keys.shuffled(using: &random).prefix(Int.random(in: 0..<(isLarge ? 12 : 4), using: &random))
            return .object(keys.map { ($0, PlainJSON.random(depth: depth - 1, using: &random)) })
        }
    }

    /// The value with its members in another order, and its strings and blanks spelled at random.
    func text(using random: inout SeededRandom) -> String {
        let blank = ["", "", " ", "\n\t", "\r\n"].randomElement(using: &random) ?? ""
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let text): return text
        case .string(let text): return PlainJSON.quoted(text, using: &random)
        case .array(let elements):
            var parts: [String] = []
            for element in elements { parts.append(blank + element.text(using: &random) + blank) }
            return "[" + parts.joined(separator: ",") + blank + "]"
        case .object(let members):
            var parts: [String] = []
            for member in members.shuffled(using: &random) {
                let key = PlainJSON.quoted(member.key, using: &random)
                parts.append(blank + key + blank + ":" + blank + member.value.text(using: &random) + blank)
            }
            return "{" + parts.joined(separator: ",") + blank + "}"
        }
    }

    private static func quoted(_ text: String, using random: inout SeededRandom) -> String {
        var result = "\""
        for unit in text.utf16 {
            let scalar = Unicode.Scalar(unit)
            if let scalar, Bool.random(using: &random), unit >= 0x20, scalar != "\"", scalar != "\\" {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result + "\""
    }

    /// Equality as the design has it, slowly: members as a search, numbers digit by digit.
    func isSame(as other: PlainJSON) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)): PlainDecimal(left) == PlainDecimal(right)
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)):
            left.count == right.count
                && left.allSatisfy { member in
                    right.contains { $0.key.utf8.elementsEqual(member.key.utf8) && $0.value.isSame(as: member.value) }
                }
        default: false
        }
    }
}

/// A decimal number as sign, digits without zeros at either end, and the power of ten of the last digit as text
/// arithmetic would have it: two words, so that exponents of 30 digits are exact.
struct PlainDecimal: Equatable {
    private let isInteger: Bool
    private let isNegative: Bool
    private let digits: [Character]
    /// The exponent, split as high × 10^15 + low.
    private let high: Int
    private let low: Int

    init(_ text: String) {
        isInteger = !text.contains { ".eE".contains($0) }
        let parts = text.lowercased().split(separator: "e")
        let mantissa = parts.first.map(String.init) ?? ""
        let exponent = parts.count > 1 ? String(parts[1]) : "0"
        let fraction = mantissa.firstIndex(of: ".").map { mantissa[$0...].count - 1 } ?? 0
        var digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
        var shift = -fraction
        while digits.last == "0" {
            digits.removeLast()
            shift += 1
        }
        isNegative = text.hasPrefix("-") && !digits.isEmpty
        self.digits = Array(digits)
        let sign = exponent.hasPrefix("-") ? -1 : 1
        let magnitude = exponent.filter(\.isNumber)
        let unit = 1_000_000_000_000_000
        let lowPart = sign * (Int(magnitude.suffix(15)) ?? 0) + shift
        let highPart = sign * (Int(magnitude.dropLast(15)) ?? 0)
        // Floor division keeps the low part between 0 and 10^15.
        let carry = Int((Double(lowPart) / Double(unit)).rounded(.down))
        high = digits.isEmpty ? 0 : highPart + carry
        low = digits.isEmpty ? 0 : lowPart - carry * unit
    }
}
