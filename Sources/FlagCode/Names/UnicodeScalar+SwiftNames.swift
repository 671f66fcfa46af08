extension Unicode.Scalar {
    /// Whether the character is allowed in Swift names, and visible: a letter, a digit or a combining mark.
    ///
    /// Swift also allows characters that are invisible or change the direction of text. Generated names never have
    /// them.
    var canBeInSwiftName: Bool {
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self) }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
            .decimalNumber, .nonspacingMark, .spacingMark:
            return !properties.isDefaultIgnorableCodePoint && Self.swiftNameRanges.contains { $0.contains(value) }
        default: return false
        }
    }

    /// Whether the character belongs to the one before it, so that no word starts with it.
    var isCombiningMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// The characters of identifiers beyond ASCII.
    ///
    /// Standard: The Swift Programming Language, *Grammar of an identifier*.
    private static let swiftNameRanges: [ClosedRange<UInt32>] = [
        0xA8...0xA8, 0xAA...0xAA, 0xAF...0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE, 0xC0...0xD6, 0xD8...0xF6,
        0xF8...0x167F, 0x1681...0x180D, 0x180F...0x1FFF, 0x2070...0x218F, 0x2460...0x24FF, 0x2776...0x2793,
        0x2C00...0x2DFF, 0x2E80...0x2FFF, 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF, 0xF900...0xFD3D,
        0xFD40...0xFDCF, 0xFDF0...0xFE44, 0xFE47...0xFFFD, 0x1_0000...0x1_FFFD, 0x2_0000...0x2_FFFD,
        0x3_0000...0x3_FFFD,
    ]
}
