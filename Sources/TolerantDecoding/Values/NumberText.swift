/// A number in text: an optional sign, digits, an optional fraction, an optional exponent.
struct NumberText {
    /// The sign and the integer part, if there is no exponent and no fraction except zeros.
    let integer: Substring?

    init?(_ text: String) {
        var rest = Substring(text)
        func skip(_ characters: Character...) -> Bool {
            guard let first = rest.first, characters.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Substring? {
            let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
            rest = rest[digits.endIndex...]
            return digits.isEmpty ? nil : digits
        }
        _ = skip("-", "+")
        guard let integerPart = digits() else { return nil }
        var isIntegral = true
        if skip(".") {
            guard let fraction = digits() else { return nil }
            isIntegral = fraction.allSatisfy { $0 == "0" }
        }
        if skip("e", "E") {
            _ = skip("-", "+")
            guard digits() != nil else { return nil }
            isIntegral = false
        }
        guard rest.isEmpty else { return nil }
        integer = isIntegral ? text[..<integerPart.endIndex] : nil
    }
}
