/// A letter of another script that looks like one of ASCII, as in a name that is copied from a text.
struct ForeignLetter: CustomStringConvertible {
    private let scalar: Unicode.Scalar
    /// The position among the characters of the text, counted from 1.
    private let position: Int
    /// The letter of ASCII that it looks like.
    private let letter: Character

    /// The first such letter; `nil` if there is none.
    static func first(in text: String) -> ForeignLetter? {
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if let letter = lookAlikes[scalar] {
                return ForeignLetter(scalar: scalar, position: index + 1, letter: letter)
            }
        }
        return nil
    }

    /// `U+0441 (CYRILLIC SMALL LETTER ES) at character 3 looks like "c"`
    var description: String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = scalar.properties.name.map { " (\($0))" } ?? ""
        return
            "U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code)\(name) at character \(position) looks like "
            + "\"\(letter)\""
    }

    private static let lookAlikes: [Unicode.Scalar: Character] = {
        let pairs = zip(
            "аеорсухіѕјАВЕКМНОРСТХЅІЈαορνΑΒΕΖΗΙΚΜΝΟΡΤΥΧ".unicodeScalars, "aeopcyxisjABEKMHOPCTXSIJaopvABEZHIKMNOPTYX")
        return Dictionary(pairs.map { ($0, $1) }) { first, _ in first }
    }()
}
