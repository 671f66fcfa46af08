import FlagStore

/// A document in etcd. One transaction publishes it, and deletes what is no longer kept.
struct EtcdDestination: PublishingDestination {
    private let publications: EtcdPublications

    /// etcd accepts requests of up to 1.5 MiB.
    static let maximumDocumentByteCount = 1 << 20
    /// etcd accepts 128 operations in a transaction; three of them publish, and each publication has two keys.
    private static let maximumDeletedCount = 60
    private static let maximumNumber: Int64 = 1 << 53

    init(_ client: EtcdClient) {
        publications = EtcdPublications(client: client)
    }

    func current() throws(PublishingFailure) -> Publication? {
        do throws(TransportFailure) {
            guard let (head, bytes, _) = try publications.current() else { return nil }
            let record = try publications.value(publications.recordKey(head.number)).flatMap { PublicationRecord($0) }
            return Publication(
                bytes: bytes, number: head.number, record: record, token: .revision(head.modRevision))
        } catch {
            throw .refused(error)
        }
    }

    func publish(
        _ bytes: [UInt8], _ record: PublicationRecord, replacing seen: Publication?, keeping kept: Int
    ) throws(PublishingFailure) -> PublicationOutcome {
        guard bytes.count <= Self.maximumDocumentByteCount else {
            throw .tooLarge(byteCount: bytes.count, limit: Self.maximumDocumentByteCount)
        }
        let (number, body) = try transaction(bytes, record, seen, kept)
        var failure: TransportFailure?
        do throws(TransportFailure) {
            if try publications.client.call("/v3/kv/txn", body).succeeded { return .published(number: number) }
        } catch {
            // A node may have carried the transaction out without an answer. A refusal is certain.
            if error.status.map({ $0 < 500 && $0 != 408 }) == true { throw .refused(error) }
            failure = error
        }
        return try settle(record, seen, failure)
    }

    /// The number of the next publication, and the transaction that publishes it.
    private func transaction(
        _ bytes: [UInt8], _ record: PublicationRecord, _ seen: Publication?, _ kept: Int
    ) throws(PublishingFailure) -> (number: Int64, body: [UInt8]) {
        var revision: Int64 = 0
        if case .revision(let seen)? = seen?.token { revision = seen }
        do throws(TransportFailure) {
            let numbers = try publications.numbers()
            // Without a head, publications of a deleted head may remain. Their documents never change.
            // A number that somebody has made up would leave no greater one.
            let used = (numbers + [seen?.number ?? 0]).filter { $0 <= Self.maximumNumber }
            let (next, isTooLarge) = (used.max() ?? 0).addingReportingOverflow(1)
            guard !isTooLarge else {
                throw TransportFailure(.brokenResponse, detail: "there is no greater number for a publication")
            }
            let old = numbers.filter { next - $0 >= Int64(max(1, kept)) }.sorted().prefix(Self.maximumDeletedCount)
            let body = EtcdRequest.replace(
                publications.key, at: revision,
                putting: [
                    (publications.key, Array("\(next)".utf8)), (publications.documentKey(next), bytes),
                    (publications.recordKey(next), record.bytes),
                ],
                deleting: old.flatMap { [publications.documentKey($0), publications.recordKey($0)] })
            return (next, body)
        } catch {
            throw .refused(error)
        }
    }

    func history() throws(PublishingFailure) -> [PastPublication] {
        do throws(TransportFailure) {
            let (head, _) = try publications.head()
            var past: [PastPublication] = []
            for number in try publications.numbers().sorted(by: >) {
                // It was deleted in the meantime.
                guard let bytes = try publications.value(publications.documentKey(number)) else { continue }
                let record = try publications.value(publications.recordKey(number))
                past.append(
                    PastPublication(
                        number: number, bytes: bytes, record: record.flatMap { PublicationRecord($0) },
                        isCurrent: number == head?.number))
            }
            return past
        } catch {
            throw .refused(error)
        }
    }

    /// Finds out the outcome of a transaction that failed, or that was not answered.
    ///
    /// If a node does not answer, the next one compares with what the first one may have written.
    private func settle(
        _ record: PublicationRecord, _ seen: Publication?, _ failure: TransportFailure?
    ) throws(PublishingFailure) -> PublicationOutcome {
        let now: Publication?
        do throws(PublishingFailure) {
            now = try current()
        } catch {
            guard let failure else { throw error }
            throw .uncertain(failure)
        }
        if let now, now.record?.identifier == record.identifier { return .published(number: now.number) }
        // The transaction may still arrive: only a changed head shows that it can no longer succeed.
        if let failure, now?.token == seen?.token { throw .uncertain(failure) }
        return .lost(to: now)
    }
}

extension EtcdPublications {
    /// The numbers of all publications whose documents are kept, in no particular order. Other keys are ignored.
    func numbers() throws(TransportFailure) -> [Int64] {
        let answer = try client.call("/v3/kv/range", EtcdRequest.names(beginningWith: documentPrefix))
        return try entries(of: answer).compactMap { entry in
            Int64(Substring(entry.key.utf8.dropFirst(documentPrefix.utf8.count))).flatMap { $0 > 0 ? $0 : nil }
        }
    }
}
