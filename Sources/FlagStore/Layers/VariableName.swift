import FlagResolver

/// The name of the environment variable for a setting: its words in capitals, with `_` between them.
///
/// `newCheckout`, `new.checkout` and `new_checkout` are `NEW_CHECKOUT`, and `newURLScheme` is `NEW_URL_SCHEME`. Each byte that is
/// not an ASCII letter or digit becomes `_`. The overrides of an app and `flagctl resolve --format env` have the same names.
package enum VariableName {
    /// - Parameter separatesWords: Whether `_` also separates the words of a name such as `newCheckout`.
    package static func text(
        for name: some Collection<UInt8>, prefix: String, separatesWords: Bool = true
    ) -> String {
        var variable = Array(prefix.utf8)
        let bytes = Array(name)
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if separatesWords, index > 0, byte.isCapital,
                bytes[index - 1].isLowercaseOrDigit || bytes[index - 1].isCapital && next.isLowercase
            {
                variable.append(UInt8(ascii: "_"))
            }
            variable.append(
                byte.isLowercase ? byte - 32 : byte.isCapital || byte.isDigit ? byte : UInt8(ascii: "_"))
        }
        return String(decoding: variable, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
    fileprivate var isLowercaseOrDigit: Bool { isLowercase || isDigit }
}
