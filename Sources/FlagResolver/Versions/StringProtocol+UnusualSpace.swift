extension StringProtocol {
    /// The name of the first non-ASCII character that looks like a space or is invisible; `nil` if there is none. An
    /// example is `no-break space (U+00A0)`.
    package var unusualSpace: String? {
        for scalar in unicodeScalars where !scalar.isASCII {
            let properties = scalar.properties
            switch properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .format:
                let code = scalar.value.padded(to: 4, radix: 16, uppercase: true)
                return "\((properties.name ?? "invisible character").lowercased()) (U+\(code))"
            default: continue
            }
        }
        return nil
    }
}
