import FlagStore
import Synchronization

/// Documents that a store takes in one after the other, each another one than the last.
final class Swaps: Sendable {
    private let store: SettingsStore
    private let isOver = Atomic(false)

    init(of store: SettingsStore) {
        self.store = store
    }

    var areOver: Bool { isOver.load(ordering: .acquiring) }

    func run(_ count: Int) async {
        for _ in 0..<count { _ = await store.refresh() }
        isOver.store(true, ordering: .releasing)
    }
}

/// A transport that has several documents, and brings one after the other.
final class AlternatingTransport: DocumentTransport {
    private let documents: [[UInt8]]
    private let next = Atomic(0)

    init(_ documents: [[UInt8]]) {
        self.documents = documents
    }

    func fetch(_ request: DocumentRequest) async -> DocumentOutcome {
        let (number, _) = next.add(1, ordering: .relaxed)
        return .document(documents[number % documents.count])
    }
}
