import FlagStore

extension RequestHead {
    /// Refuses heads that two HTTP implementations could read in different ways.
    ///
    /// A proxy and this server must agree on where a request ends; otherwise a client could smuggle a second one past the
    /// proxy. Libraries accept some of these forms, so they are checked here, before a body is read.
    ///
    /// Standard: RFC 9112, section 6.3.
    func checkFraming() throws(Refusal) {
        guard method != .malformed else {
            throw .badRequest("the method of the request is not a word, expected one such as GET")
        }
        var (lengths, encodings, hosts) = (0, 0, 0)
        var length: String?
        for field in fields {
            try field.check()
            // The names that matter have different lengths.
            switch field.name.utf8.count {
            case 4: if field.isNamed("host") { hosts += 1 }
            case 14 where field.isNamed("content-length"):
                lengths += 1
                length = field.value
            case 17: if field.isNamed("transfer-encoding") { encodings += 1 }
            default: break
            }
        }
        guard lengths <= 1 else { throw .badRequest("the request has two Content-Length fields, expected one") }
        if let length {
            guard encodings == 0 else {
                throw .badRequest("the request has Content-Length and Transfer-Encoding, expected one of them")
            }
            guard !length.isEmpty, length.utf8.count <= 18, length.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
                throw .badRequest("Content-Length is not a number of bytes, expected digits only")
            }
        }
        if encodings > 0 {
            guard encodings == 1, value(of: "transfer-encoding")?.lowercased() == "chunked" else {
                throw .badRequest("the Transfer-Encoding is not \"chunked\", the only one that is supported")
            }
            guard isHTTP11 else {
                throw .badRequest("the request has a Transfer-Encoding, which HTTP/1.0 does not have")
            }
        }
        guard hosts <= 1 else { throw .badRequest("the request has two Host fields, expected one") }
        // HTTP/1.0 does not require the field.
        guard hosts == 1 || !isHTTP11 else { throw .badRequest("the request has no Host field") }
    }

    /// Whether a body may follow the head.
    package var mayHaveBody: Bool {
        value(of: "transfer-encoding") != nil || value(of: "content-length").map { $0 != "0" } ?? false
    }

    /// The length of the body that the head announces; `nil` if it is not known.
    var contentLength: Int? { value(of: "content-length").flatMap { Int($0) } }
}

extension HeaderField {
    /// Refuses names that are not tokens, which includes folded lines, and control characters in values.
    fileprivate func check() throws(Refusal) {
        guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenByte) else {
            throw .badRequest("a field of the head has no proper name; expected NAME: VALUE on one line")
        }
        guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw .badRequest("the value of a field of the head has a control character or continues on the next line")
        }
    }
}
