import FlagResolver

/// An answer of etcd's JSON gateway.
///
/// 64-bit numbers are strings, and members with default values are left out: `succeeded` if it is false, `kvs` if it is
/// empty.
struct EtcdAnswer: Sendable {
    /// A key with its value.
    struct Entry: Sendable {
        let key: String
        let value: [UInt8]
        /// The revision of the store at which it last changed.
        let modRevision: Int64
    }

    private let object: JSONValue

    /// - Returns: `nil` if the answer is not an object.
    init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        object = value
    }

    /// The revision of the store when it answered; 0 if the answer has none.
    var revision: Int64 { object.member(named: "header").map { Self.number("revision", of: $0) } ?? 0 }

    var succeeded: Bool { object.member(named: "succeeded")?.bool ?? false }

    /// The token of an authenticated user.
    var token: String? { object.member(named: "token")?.string }

    /// Why etcd refused the request, and the gRPC code; `nil` if it did not.
    var error: (code: Int64, message: String)? {
        guard let message = object.member(named: "message")?.string ?? object.member(named: "error")?.string
        else { return nil }
        return (object.member(named: "code")?.int64 ?? 0, message)
    }

    /// The keys of a range; `nil` if one of them is malformed.
    var entries: [Entry]? {
        guard let list = object.member(named: "kvs") else { return [] }
        var entries: [Entry] = []
        for node in list.tree.elements(of: list.node) {
            let item = list.tree[node]
            guard let key = item.member(named: "key")?.stringBytes.flatMap(Base64.decode),
                let value = Base64.decode(item.member(named: "value")?.stringBytes ?? [])
            else { return nil }
            entries.append(
                Entry(
                    key: String(decoding: key, as: UTF8.self), value: value,
                    modRevision: Self.number("mod_revision", of: item)))
        }
        return entries
    }

    /// One message of a watch; `nil` for another answer.
    var watchMessage: WatchMessage? {
        guard let result = object.member(named: "result"), let answer = EtcdAnswer(result) else { return nil }
        if result.member(named: "canceled")?.bool == true {
            return .cancelled(result.member(named: "cancel_reason")?.string ?? "etcd gives no reason")
        }
        if result.member(named: "created")?.bool == true { return .created }
        return result.member(named: "events") == nil ? .progress : .changed(revision: answer.revision)
    }

    enum WatchMessage: Sendable, Hashable {
        case created
        case changed(revision: Int64)
        case progress
        case cancelled(String)
    }

    private static func number(_ name: String, of value: JSONValue) -> Int64 {
        guard let member = value.member(named: name) else { return 0 }
        return member.string.flatMap { Int64($0) } ?? member.int64 ?? 0
    }
}
