import FlagSigning

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The result of `keygen`.
struct KeyReport: Report {
    enum Format: String, ReportFormat {
        case text
        case json
    }

    let key: PublicKey
    let identifier: String
    let privatePath: String
    let publicPath: String
    var failures = RunFailures()

    /// The key as Swift code for an app.
    private var swiftCode: String {
        ".\(key.algorithm.rawValue)(\"\(Data(key.bytes).base64EncodedString())\")"
    }

    func write(_ format: Format, for display: Display, to buffer: inout TextBuffer) {
        switch format {
        case .text: writeText(to: &buffer)
        case .json: Self.json.write(self, to: &buffer)
        }
    }

    private func writeText(to buffer: inout TextBuffer) {
        var table = TextTable(columns: 2)
        let rows = [
            ("key", identifier), ("private", PlainText.escaped(privatePath)), ("public", PlainText.escaped(publicPath)),
            ("Swift", swiftCode),
        ]
        for (name, value) in rows {
            table.cell(name)
            table.cell(value)
        }
        table.write(to: &buffer)
    }

    static let json = JSONDocument<KeyReport>("keygen", "a new pair of keys") {
        Member("algorithm", .word, "ed25519 or p256.") { $0.key.algorithm }
        Member("keyId", .text, "The identifier that signatures name: 16 hexadecimal digits.") { $0.identifier }
        Member("privateKey", .file, "The file of the private key.") { $0.privatePath }
        Member("publicKey", .file, "The file of the public key.") { $0.publicPath }
        Member("pem", .text, "The public key in PEM.") { $0.key.pem }
        Member("swift", .text, "The public key as Swift code.") { $0.swiftCode }
    }
}
