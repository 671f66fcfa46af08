import FlagResolver

/// The bodies of requests to etcd's JSON gateway.
enum EtcdRequest {
    /// A linearizable read of one key.
    static func range(_ key: String) -> [UInt8] {
        object { $0.write("key", base64: key) }
    }

    /// A linearizable read of all keys that begin with a text, without their values.
    static func names(beginningWith prefix: String) -> [UInt8] {
        object { writer in
            writer.write("key", base64: prefix)
            writer.write("range_end", base64: end(of: prefix))
            writer.write(key: "keys_only")
            writer.write(true)
        }
    }

    static func watch(_ key: String, from revision: Int64) -> [UInt8] {
        object { writer in
            writer.write(key: "create_request")
            writer.beginObject()
            writer.write("key", base64: key)
            writer.write(key: "start_revision")
            writer.write("\(revision)")
            writer.endObject()
        }
    }

    static func authenticate(_ credentials: ConnectionOptions.Credentials) -> [UInt8] {
        object { writer in
            writer.write(key: "name")
            writer.write(credentials.user)
            writer.write(key: "password")
            writer.write(credentials.password)
        }
    }

    /// A transaction: if a key still has a revision, 0 for a missing key, all values are put and all names deleted.
    static func replace(
        _ key: String, at modRevision: Int64, putting values: [(key: String, value: [UInt8])], deleting names: [String]
    ) -> [UInt8] {
        object { writer in
            writer.write(key: "compare")
            writer.beginArray()
            writer.beginObject()
            writer.write("key", base64: key)
            writer.write(key: "target")
            writer.write("MOD")
            writer.write(key: "result")
            writer.write("EQUAL")
            writer.write(key: "mod_revision")
            writer.write("\(modRevision)")
            writer.endObject()
            writer.endArray()
            writer.write(key: "success")
            writer.beginArray()
            for (key, value) in values {
                writer.operation("request_put") { writer in
                    writer.write("key", base64: key)
                    writer.write(key: "value")
                    writer.write(plain: { $0 += Base64.encode(value) })
                }
            }
            for name in names {
                writer.operation("request_delete_range") { $0.write("key", base64: name) }
            }
            writer.endArray()
        }
    }

    /// The first key after all that begin with a text, whose last byte must not be 0xFF.
    private static func end(of prefix: String) -> String {
        var bytes = Array(prefix.utf8)
        if let last = bytes.popLast() { bytes.append(last &+ 1) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ name: String, base64 text: String) {
        write(key: name)
        write(plain: { $0 += Base64.encode(Array(text.utf8)) })
    }

    fileprivate mutating func operation(_ name: String, _ write: (inout JSONWriter) -> Void) {
        beginObject()
        self.write(key: name)
        beginObject()
        write(&self)
        endObject()
        endObject()
    }
}
