import FlagResolver
import FlagStore

/// The publications in etcd.
///
/// `KEY` has the number *N* of the current publication, `KEY/documents/N` its bytes, which never change, and
/// `KEY/records/N` when and by whom it was published.
struct EtcdPublications: Sendable {
    let client: EtcdClient

    var key: String { client.address.key }

    /// The current publication as `KEY` names it.
    struct Head: Sendable {
        let number: Int64
        /// The revision at which `KEY` changed; 0 if there is no key.
        let modRevision: Int64
    }

    func documentKey(_ number: Int64) -> String { "\(key)/documents/\(number)" }
    func recordKey(_ number: Int64) -> String { "\(key)/records/\(number)" }
    var documentPrefix: String { "\(key)/documents/" }

    /// The head, `nil` if nothing is published, and the revision of the store.
    func head(_ cancellation: Cancellation = Cancellation()) throws(TransportFailure) -> (Head?, revision: Int64) {
        let answer = try client.call("/v3/kv/range", EtcdRequest.range(key), cancellation)
        guard let entry = try entries(of: answer).first else { return (nil, answer.revision) }
        guard let number = Int64(String(decoding: entry.value, as: UTF8.self)), number > 0 else {
            throw TransportFailure(
                .brokenResponse,
                detail: "the key \(key) has another value than the number of a publication; another program writes it")
        }
        return (Head(number: number, modRevision: entry.modRevision), answer.revision)
    }

    /// The value of a key; `nil` if there is no such key.
    func value(_ key: String, _ cancellation: Cancellation = Cancellation()) throws(TransportFailure) -> [UInt8]? {
        try entries(of: try client.call("/v3/kv/range", EtcdRequest.range(key), cancellation)).first?.value
    }

    func entries(of answer: EtcdAnswer) throws(TransportFailure) -> [EtcdAnswer.Entry] {
        guard let entries = answer.entries else {
            throw TransportFailure(.brokenResponse, detail: "etcd answered with a malformed key or value")
        }
        return entries
    }

    /// Whether one of the publications after another one allows a large change.
    ///
    /// - Parameter first: The last publication that was read; `nil` if none was: then the hundred before count, too.
    func allowsLargeChange(
        after first: Int64?, through last: Int64, _ cancellation: Cancellation = Cancellation()
    ) throws(TransportFailure) -> Bool {
        var number = last
        let lowest = first ?? max(0, last - 100)
        while number > lowest {
            // Publications that are not kept any more, and those of other programs, have no record.
            guard let bytes = try value(recordKey(number), cancellation) else { return false }
            if PublicationRecord(bytes)?.allowsLargeChange == true { return true }
            number -= 1
        }
        return false
    }

    /// The current head with its document; `nil` if nothing is published.
    func current(
        _ cancellation: Cancellation = Cancellation()
    ) throws(TransportFailure) -> (head: Head, bytes: [UInt8], revision: Int64)? {
        // Between the two reads, the document can be deleted by later publications.
        for _ in 0..<3 {
            let (head, revision) = try head(cancellation)
            guard let head else { return nil }
            if let bytes = try value(documentKey(head.number), cancellation) { return (head, bytes, revision) }
        }
        throw TransportFailure(
            .brokenResponse, detail: "the key \(key) names a publication whose document does not exist")
    }
}
