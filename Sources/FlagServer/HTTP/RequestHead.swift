import FlagStore

/// The head of a request, as the HTTP library read it.
package struct RequestHead: Sendable {
    package let method: HTTPMethod
    /// The target as it was sent: a path with percent escapes, and perhaps a query, or an address.
    package let target: String
    /// Whether the version is 1.1 or a later one with the same major version; otherwise it is 1.0.
    package let isHTTP11: Bool
    package let fields: [HeaderField]
    /// The address of the client: that of the connection.
    package let peer: String
    /// The bytes of the head; an estimate is enough.
    package let byteCount: Int

    package init(
        method: HTTPMethod, target: String, isHTTP11: Bool = true, fields: [HeaderField], peer: String = "127.0.0.1",
        byteCount: Int? = nil
    ) {
        self.method = method
        self.target = target
        self.isHTTP11 = isHTTP11
        self.fields = fields
        self.peer = peer
        // Each line has a colon, a blank and a line end; the first one has a method and a version.
        self.byteCount =
            byteCount ?? fields.reduce(target.utf8.count + 16) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    }

    /// The values of all fields of a name, which is given in lower case.
    func values(of name: StaticString) -> [String] {
        var values: [String] = []
        for field in fields where field.isNamed(name) { values.append(field.value) }
        return values
    }

    /// The value of the first field of a name, which is given in lower case.
    func value(of name: StaticString) -> String? {
        for field in fields where field.isNamed(name) { return field.value }
        return nil
    }
}

/// The method of a request.
package enum HTTPMethod: Sendable, Hashable {
    case get
    case head
    case post
    case options
    case other
    /// Not a valid name of a method.
    case malformed

    /// Standard: RFC 9110, methods are case-sensitive.
    package init(_ name: some StringProtocol) {
        self =
            switch name {
            case "GET": .get
            case "HEAD": .head
            case "POST": .post
            case "OPTIONS": .options
            default: !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) ? .other : .malformed
            }
    }
}

/// A field of the head of a request or a response.
package struct HeaderField: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether the field has a name, which is given in lower case.
    func isNamed(_ name: StaticString) -> Bool {
        guard self.name.utf8.count == name.utf8CodeUnitCount else { return false }
        return name.withUTF8Buffer { expected in
            var index = 0
            for byte in self.name.utf8 {
                guard unsafe Self.lowercased(byte) == expected[index] else { return false }
                index += 1
            }
            return true
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }
}
