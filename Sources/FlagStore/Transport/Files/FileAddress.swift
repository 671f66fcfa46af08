/// Addresses of files: `file:///etc/app/flags.json`.
///
/// Standard: RFC 8089.
enum FileAddress {
    /// The path that an address names, with what is escaped by `%` unescaped.
    static func path(of address: String) throws(TransportFailure) -> String {
        guard address.utf8.count >= 5, address.prefix(5).lowercased() == "file:" else {
            throw refusal(address, "has another scheme than file:")
        }
        var rest = address.utf8.dropFirst(5)
        if rest.starts(with: "//".utf8) {
            let host = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            let name = String(decoding: host, as: UTF8.self).lowercased()
            guard name.isEmpty || name == "localhost" else {
                throw refusal(address, "names another machine; expected file:///path")
            }
            rest = rest[host.endIndex...]
        }
        guard rest.first == UInt8(ascii: "/") else {
            throw refusal(address, "has no absolute path; expected file:///path")
        }
        var path: [UInt8] = []
        var bytes = rest.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = bytes.next().flatMap(digit), let low = bytes.next().flatMap(digit),
                    case let unescaped = high << 4 | low, unescaped != 0
                else { throw refusal(address, "has a % that two hexadecimal digits, not both zero, do not follow") }
                path.append(unescaped)
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw refusal(address, "has a ? or #, which files have no use for; escape them with %")
            default: path.append(byte)
            }
        }
        let text = String(decoding: path, as: UTF8.self)
        guard text.utf8.elementsEqual(path) else { throw refusal(address, "is no UTF-8 when it is unescaped") }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
        default: nil
        }
    }

    private static func refusal(_ address: String, _ reason: String) -> TransportFailure {
        TransportFailure(.badAddress, detail: "the address \(address) \(reason)")
    }
}
