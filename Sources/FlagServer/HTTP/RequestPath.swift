import FlagResolver

/// The path of a request: its components, percent-decoded, without the query.
struct RequestPath: Sendable, Hashable {
    let components: [String]

    /// Decodes the path and the query of a target.
    ///
    /// An escaped `/` (`%2F`) belongs to its component. Components are neither merged nor resolved: `.` and `..` are names
    /// like any other.
    init(_ path: String) throws(Refusal) {
        var components: [String] = []
        var component: [UInt8] = []
        var bytes = path.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "/") else {
            throw .badRequest(
                "the target of the request begins neither with \"/\" nor with the address of a server; expected /PATH")
        }
        var isQuery = false
        while let byte = bytes.next() {
            guard byte > 0x20, byte != 0x7F else {
                throw .badRequest("the target of the request has a control character or a blank")
            }
            guard byte < 0x80 else {
                throw .badRequest(
                    "the target of the request has a byte that is not ASCII, expected it percent-encoded, such as %C3%A9"
                )
            }
            switch byte {
            case UInt8(ascii: "?"): isQuery = true
            case UInt8(ascii: "/") where !isQuery:
                components.append(try Self.text(component))
                component = []
            case UInt8(ascii: "%"):
                guard let high = bytes.next()?.hexadecimalValue, let low = bytes.next()?.hexadecimalValue else {
                    throw .badRequest("the target of the request has a \"%\" without two hexadecimal digits")
                }
                let decoded = high << 4 | low
                guard decoded >= 0x20, decoded != 0x7F else {
                    throw .badRequest("the target of the request has an escaped control character")
                }
                if !isQuery { component.append(decoded) }
            default: if !isQuery { component.append(byte) }
            }
        }
        components.append(try Self.text(component))
        self.components = components
    }

    private static func text(_ bytes: [UInt8]) throws(Refusal) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else {
            throw .badRequest("the target of the request is not UTF-8 after percent-decoding")
        }
        return text
    }
}
