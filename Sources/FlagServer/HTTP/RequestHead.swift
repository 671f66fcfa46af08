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
