import FlagResolver

/// A random text that identifies one installation of an app, for rollouts. It is never sent anywhere.
package struct InstallationKey: Hashable, Sendable {
    /// 32 hexadecimal digits: 128 random bits.
    package let text: String

    private static let length = 32

    /// A key with this text, for tests.
    package init(text: String) {
        self.text = text
    }

    /// A new key.
    package init(using random: inout some RandomNumberGenerator) {
        let (high, low) = (random.next(), random.next())
        text = high.padded(to: Self.length / 2, radix: 16) + low.padded(to: Self.length / 2, radix: 16)
    }

    /// Reads the content of a file; `nil` if it is not a key.
    init?(_ payload: [UInt8]) {
        let text = String(decoding: payload, as: UTF8.self)
        guard payload.count == Self.length, text.utf8.allSatisfy(Self.isLowercaseHexadecimal) else { return nil }
        self.text = text
    }

    var payload: [UInt8] { Array(text.utf8) }

    /// The key of stores without a directory, until the process ends.
    static let ofProcess: InstallationKey = {
        var random = SystemRandomNumberGenerator()
        return InstallationKey(using: &random)
    }()

    private static func isLowercaseHexadecimal(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

/// The installation key of a store.
package struct StartInstallationKey: Sendable {
    package let key: InstallationKey

    /// Whether the key is the same at the next start, as far as is known.
    package let isKept: Bool

    package let diagnostics: [StoreDiagnostic]

    init(key: InstallationKey, isKept: Bool = true, diagnostics: [StoreDiagnostic] = []) {
        self.key = key
        self.isKept = isKept
        self.diagnostics = diagnostics
    }
}
