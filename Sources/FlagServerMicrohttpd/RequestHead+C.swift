import FlagServer
import FlagStore
import MicrohttpdLoader

extension RequestHead {
    /// A head that C passes; everything is copied.
    init(_ head: microhttpd_head) {
        let list = unsafe UnsafeBufferPointer(start: head.fields, count: head.field_count)
        var fields = unsafe list.map { field in
            HeaderField(
                unsafe Self.text(field.name, field.name_count),
                Self.withoutFinalBlanks(unsafe Self.text(field.value, field.value_count)))
        }
        // The service refuses control characters.
        if unsafe head.fields_have_null_byte { fields.append(HeaderField("null", "\u{0}")) }
        self.init(
            method: HTTPMethod(unsafe Self.text(head.method) + (unsafe head.method_has_null_byte ? "\u{0}" : "")),
            target: unsafe Self.text(head.target) + (unsafe head.target_has_null_byte ? "\u{0}" : ""),
            isHTTP11: unsafe Self.text(head.version) != "HTTP/1.0",
            fields: fields,
            peer: Self.address(unsafe Self.text(head.peer)),
            // A head with more fields than are collected exceeds every limit.
            byteCount: unsafe head.has_more_fields ? Int.max : head.byte_count)
    }

    /// The address of a client. A socket for IPv6 gives IPv4 addresses as `::ffff:192.0.2.1`.
    private static func address(_ text: String) -> String {
        text.utf8.starts(with: "::ffff:".utf8) && text.utf8.contains(UInt8(ascii: "."))
            ? String(Substring(text.utf8.dropFirst(7))) : text
    }

    /// Blanks after a value are not part of it (RFC 9112, section 5.1). The library removes those before it.
    private static func withoutFinalBlanks(_ value: String) -> String {
        guard let last = value.utf8.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") else { return value }
        return String(value.withoutOuterBlanks)
    }

    private static func text(_ start: UnsafePointer<CChar>?) -> String {
        unsafe start.map { unsafe String(cString: $0) } ?? ""
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        guard let start = unsafe start else { return "" }
        return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) { start in
            unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
