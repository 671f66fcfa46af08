import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keys as text. Standard: RFC 7468.
enum PEM {
    private static let lineByteCount = 64

    /// The bytes of the one block of a text, which must have the label.
    static func content(of text: String, label: String) throws(KeyError) -> [UInt8] {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimming(while: \.isWhitespace) }
            .filter { !$0.isEmpty }
        guard let first = lines.first, first.starts(withBytesOf: "-----BEGIN ") else {
            throw KeyError("found no \"-----BEGIN \(label)-----\", expected a key in PEM")
        }
        guard first == "-----BEGIN \(label)-----" else {
            throw KeyError(
                "found \(quotedLabel(of: first)), expected \"-----BEGIN \(label)-----\"\(advice(for: first, label))")
        }
        guard lines.count > 2, let last = lines.last, last == "-----END \(label)-----" else {
            throw KeyError("expected one key that ends with \"-----END \(label)-----\"")
        }
        guard let content = Data(base64Encoded: lines.dropFirst().dropLast().joined()) else {
            throw KeyError("the lines between \"BEGIN\" and \"END\" are not Base64")
        }
        return [UInt8](content)
    }

    /// The label of a first line; other text is not repeated, because it can be a private key.
    private static func quotedLabel(of line: Substring) -> String {
        let label = line.utf8.dropFirst("-----BEGIN ".utf8.count).prefix { $0 == 0x20 || (0x41...0x5A).contains($0) }
        let isWhole = label.count <= 40 && line.utf8.count == "-----BEGIN -----".utf8.count + label.count
        return isWhole ? "\"\(line)\"" : "\"-----BEGIN \" and other text in one line"
    }

    private static func advice(for line: Substring, _ label: String) -> String {
        if line.contains(bytesOf: "ENCRYPTED") { return "; decrypt it with \"openssl pkcs8 -in KEY.pem -out NEW.pem\"" }
        if line.contains(bytesOf: "EC PRIVATE KEY") {
            return "; convert it with \"openssl pkcs8 -topk8 -nocrypt -in KEY.pem -out NEW.pem\""
        }
        if line.contains(bytesOf: "PRIVATE KEY") { return "; a private key must not be where a public one belongs" }
        if line.contains(bytesOf: "PUBLIC KEY") { return "; signing needs the private key" }
        return ""
    }

    /// The blocks of a text with several keys; the whole text if there is none.
    static func blocks(of text: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) {
            lines.append(line)
            guard line.starts(withBytesOf: "-----END ") else { continue }
            blocks.append(lines.joined(separator: "\n"))
            lines = []
        }
        let rest = lines.joined(separator: "\n")
        return blocks.isEmpty || rest.contains { !$0.isWhitespace } ? blocks + [rest] : blocks
    }

    static func text(_ content: [UInt8], label: String) -> String {
        let digits = Array(Data(content).base64EncodedString().utf8)
        var lines = ["-----BEGIN \(label)-----"]
        for start in stride(from: 0, to: digits.count, by: lineByteCount) {
            lines.append(String(decoding: digits[start..<min(start + lineByteCount, digits.count)], as: UTF8.self))
        }
        lines.append("-----END \(label)-----")
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Substring {
    fileprivate func trimming(while isOuter: (Character) -> Bool) -> Substring {
        var text = drop(while: isOuter)
        while let last = text.last, isOuter(last) { text.removeLast() }
        return text
    }
}
