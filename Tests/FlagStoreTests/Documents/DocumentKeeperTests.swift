import FlagResolver
import FlagStore
import FlagStoreTesting
import TestSupport
import Testing

struct DocumentKeeperTests {
    /// Records the documents that a keeper delivers, and evaluates none of them.
    private final class Recorder: DocumentObserver {
        struct Record: Sendable {
            var documents: [String] = []
            var confirmations: [Duration] = []
            var stateChanges = 0
            var closings = 0
        }

        let record = Locked(Record())

        func activate(_ document: SettingsDocument, _ authenticity: DocumentAuthenticity) -> [String] {
            let text = String(decoding: document.tree.bytes, as: UTF8.self)
            record.withLock { $0.documents.append(text) }
            return document.names
        }

        func documentWasConfirmed(at time: Duration) {
            record.withLock { $0.confirmations.append(time) }
        }

        func stateDidChange() {
            record.withLock { $0.stateChanges += 1 }
        }

        func keeperDidClose() {
            record.withLock { $0.closings += 1 }
        }
    }

    private let clock = ManualClock()
    private let transport = ManualTransport()
    private let files = MemoryFiles()
    private let recorder = Recorder()

    /// A keeper that has started, without a context or any setting.
    private func keeper(_ configure: (inout DocumentKeeper.Configuration) -> Void = { _ in }) -> DocumentKeeper {
        var configuration = DocumentKeeper.Configuration()
        configuration.clock = clock
        configuration.transport = transport
        configuration.files = files
        configuration.directory = "/cache"
        configure(&configuration)
        let keeper = DocumentKeeper(configuration, log: DiagnosticLog(clock: clock))
        keeper.start(with: keeper.load(), for: recorder)
        return keeper
    }

    private func answer(_ keeper: DocumentKeeper, _ outcome: DocumentOutcome) async -> RefreshResult? {
        let results = keeper.beginRefresh()
        transport.respond(with: outcome)
        return await results.first { _ in true }
    }

    @Test func `delivers each accepted document to its observer, without knowing an app version`() async {
        let keeper = keeper()
        let first = #"{"limit": {"default": 1, "valuesByVersion": [{"versions": ">=2", "value": 2}]}}"#
        await expectEqual(answer(keeper, .document(Array(first.utf8))), .activated(changedNames: ["limit"]))
        await expectEqual(answer(keeper, .document(Array(first.utf8))), .unchanged)
        await expectEqual(answer(keeper, .document(Array("<html>".utf8))), .refused(.webPage))
        expectEqual(recorder.record.withLock { $0.documents }, [first])
        expectEqual(keeper.currentState, .ready)
        expect(recorder.record.withLock { $0.stateChanges } > 0)
    }

    @Test func `Y1: tells its observer when the server confirms the active document`() async {
        let keeper = keeper()
        _ = await answer(keeper, .document(Array("{}".utf8), entityTag: "\"1\""))
        clock.advance(by: .seconds(7))
        await expectEqual(answer(keeper, .notModified), .unchanged)
        expectEqual(recorder.record.withLock { $0.confirmations.last }, .seconds(7))
    }

    @Test func `fetches again when a change is announced during a request`() async {
        let keeper = keeper()
        _ = await transport.nextRequest()
        keeper.announceChange()
        await expectEqual(answer(keeper, .document(Array("{}".utf8), entityTag: "\"1\"")), .activated(changedNames: []))
        await eventually { transport.requests.count == 2 }
        expectEqual(transport.requests.map(\.entityTag), [nil, "\"1\""])
    }

    @Test func `S1: the next keeper starts with the document that the last one kept`() async {
        let first = keeper { $0.activation = .atNextStart }
        await expectEqual(answer(first, .document(Array(#"{"a": 1}"#.utf8), entityTag: "\"1\"")), .kept)
        expect(recorder.record.withLock { $0.documents }.isEmpty)
        first.close()
        await first.finishWriting()

        var configuration = DocumentKeeper.Configuration()
        configuration.files = files
        configuration.directory = "/cache"
        let documents = DocumentKeeper(configuration, log: DiagnosticLog(clock: clock)).load()
        expectEqual(documents.cached?.document.names, ["a"])
        expectEqual(documents.cached?.entityTag, "\"1\"")
        expect(documents.diagnostics.isEmpty)
    }

    @Test func `calls its observer once when it is closed, and never again`() async {
        let keeper = keeper()
        keeper.close()
        keeper.close()
        await expectEqual(answer(keeper, .document(Array("{}".utf8))), .closed)
        await expectEqual(keeper.apply(patch: Array("{}".utf8)), .closed)
        expectEqual(recorder.record.withLock { $0.closings }, 1)
        expect(recorder.record.withLock { $0.documents }.isEmpty)
    }

    @Test func `releases its observer when it is closed`() {
        let keeper = keeper { $0.transport = nil }
        weak let released: Recorder? = {
            let other = Recorder()
            keeper.start(with: keeper.load(), for: other)
            return other
        }()
        expect(released != nil)
        keeper.close()
        expectNil(released)
    }
}
