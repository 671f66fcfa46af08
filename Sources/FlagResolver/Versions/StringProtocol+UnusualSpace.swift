extension StringProtocol {
    /// The first non-ASCII character that looks like a space or is invisible, such as `U+00A0 (no-break space)`; `nil` if
    /// there is none.
    package var unusualSpace: String? {
        for scalar in unicodeScalars {
            if let space = scalar.unusualSpace { return space }
        }
        return nil
    }
}

extension Unicode.Scalar {
    /// The code point and the name, if this is not ASCII and looks like a space or is invisible.
    var unusualSpace: String? {
        guard !isASCII else { return nil }
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format:
            let code = value.padded(to: 4, radix: 16, uppercase: true)
            return "U+\(code) (\((properties.name ?? "invisible character").lowercased()))"
        default: return nil
        }
    }
}
