import FlagResolver
import FlagStore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FileTransportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

    private func replaceLink(_ name: String, with destination: String) throws {
        try directory.link(name + ".new", to: destination)
        expect(replaceFile(path(name), with: path(name + ".new")))
    }

    /// A transport whose poll interval is longer than any test.
    private func file(_ name: String) -> FileTransport {
        FileTransport(path: path(name), pollInterval: .seconds(3_600))
    }

    private func text(_ outcome: DocumentOutcome) -> String? {
        guard case .received(let received) = outcome else { return nil }
        return String(decoding: received.bytes, as: UTF8.self)
    }

    @Test func `reads the bytes as they are, and knows them again`() async throws {
        try directory.write(" {\"a\": 1}\n", to: "app.json")
        guard case .received(let first) = await file("app.json").fetch(DocumentRequest()) else {
            Issue.record("nothing came")
            return
        }
        expectEqual(first.bytes, Array(" {\"a\": 1}\n".utf8))
        let again = DocumentRequest(entityTag: first.entityTag)
        await expectEqual(file("app.json").fetch(again), .notModified)
        try directory.write(" {\"a\": 1}\n", to: "app.json")
        await expectEqual(file("app.json").fetch(again), .notModified)
        try directory.write(" {\"a\": 2}\n", to: "app.json")
        expectEqual(text(await file("app.json").fetch(again)), " {\"a\": 2}\n")
    }

    @Test(arguments: [999, 1_000, 1_001])
    func `P3: takes as many bytes as allowed and not one more`(count: Int) async throws {
        try directory.write(String(repeating: " ", count: count), to: "app.json")
        let outcome = await file("app.json").fetch(DocumentRequest(byteLimit: 1_000))
        expect(count > 1_000 ? outcome.failureKind == .tooLarge : text(outcome)?.utf8.count == count)
    }

    @Test(arguments: ["absent.json", ".", "pipe"])
    func `reports a path that is not a file`(name: String) async throws {
        expect(makePipe(path("pipe")))
        let outcome = await file(name).fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unreadableFile)
        expect(outcome.failureDetail.contains(directory.path))
    }

    @Test(
        arguments: [
            ("file:///a/b.json", "/a/b.json"), ("FILE:/a", "/a"), ("file://LOCALHOST/a%20b%C3%A9", "/a bé"),
            ("file://server/a", nil), ("file:a", nil), ("https://a/", nil), ("file:///a%0", nil), ("file:///a%00", nil),
            ("file:///a%FF", nil), ("file:///a?b", nil), ("file://", nil), ("", nil), ("file:///a%2x", nil),
        ] as [(String, String?)])
    func `has an address with the scheme file:`(address: String, expected: String?) {
        do throws(TransportFailure) {
            try expectEqual(FileTransport(address: address).path, expected)
        } catch {
            expectNil(expected)
            expectEqual(error.kind, .badAddress)
            expect(error.detail.contains(address))
        }
    }

    @Test func `a file that keeps changing has an outcome each time, and is read once it is stable`() async throws {
        try directory.write("{}", to: "app.json")
        let transport = file("app.json")
        let writing = Cancellation()
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let hasStarted = OwnThread.start {
            var number = 0
            while !writing.isCancelled {
                number += 1
                try? directory.write("{\"n\": \(number)}", to: "app.json")
                // Other tests need the processor, too.
                if number.isMultiple(of: 10) { OwnThread.pause(milliseconds: 1) }
            }
            end.finish()
        }
        expect(hasStarted)
        for _ in 0..<20 {
            let outcome = await transport.fetch(DocumentRequest())
            expect(outcome.failureKind == nil || outcome.failureKind == .unreadableFile)
        }
        writing.cancel()
        for await _ in ends {}
        await expectNil(transport.fetch(DocumentRequest()).failureKind)
    }

    // MARK: - Watching

    /// The ways to replace the content of a file.
    enum Change: String, CaseIterable, Sendable {
        case overwritten, replaced, deletedAndWritten, created, appended
    }

    @Test(arguments: Change.allCases)
    func `a change reaches the store, which reads concurrently, however it is made`(change: Change) async throws {
        if change != .created { try directory.write("{\"payments\": \"old\"}", to: "app.json") }
        let store = store(file("app.json"))
        await eventually { store.state != .notReady }
        switch change {
        case .overwritten, .created: try directory.write(ServedStore.document("new"), to: "app.json")
        case .replaced:
            try directory.write(ServedStore.document("new"), to: "app.json.new")
            expect(replaceFile(path("app.json"), with: path("app.json.new")))
        case .deletedAndWritten:
            expect(removeFile(path("app.json")))
            try directory.write(ServedStore.document("new"), to: "app.json")
        case .appended:
            try directory.write("{\"payments\"", to: "app.json")
            try directory.write(ServedStore.document("new"), to: "app.json")
        }
        await eventually { store[ServedStore.payments] == "new" }
        expectEqual(store[ServedStore.payments], "new")
        store.close()
    }

    @Test func `a removed file leaves the store with its last document`() async throws {
        try directory.write(ServedStore.document("old"), to: "app.json")
        let store = store(file("app.json"))
        await eventually { store.state == .ready }
        expect(removeFile(path("app.json")))
        await eventually { store.recentDiagnostics.last?.code == .fetchFailed }
        expectEqual(store.recentDiagnostics.last?.code, .fetchFailed)
        expectEqual(store[ServedStore.payments], "old")
        try directory.write(ServedStore.document("new"), to: "app.json")
        await eventually { store[ServedStore.payments] == "new" }
        expectEqual(store[ServedStore.payments], "new")
        store.close()
    }

    @Test(arguments: [false, true])
    func `an exchange of symbolic links reaches the store, as Kubernetes does it, again and again`(isDirectory: Bool)
        async throws
    {
        func release(_ number: Int) throws {
            try FileManager.default.createDirectory(atPath: path("..\(number)"), withIntermediateDirectories: true)
            try directory.write(ServedStore.document("\(number)"), to: "..\(number)/app.json")
        }
        try release(0)
        try directory.link("..data", to: "..0")
        try directory.link("app.json", to: "..data/app.json")
        let store = store(
            isDirectory ? DirectoryTransport(path: directory.path, pollInterval: .seconds(3_600)) : file("app.json"))
        await eventually { store[ServedStore.payments] == "0" }
        for number in 1...5 {
            try release(number)
            try replaceLink("..data", with: "..\(number)")
            try FileManager.default.removeItem(atPath: path("..\(number - 1)"))
            await eventually { store[ServedStore.payments] == "\(number)" }
            expectEqual(store[ServedStore.payments], "\(number)")
        }
        store.close()
    }

    @Test func `an exchange of a link far above the file reaches the store`() async throws {
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: path("releases/\(name)/deep"), withIntermediateDirectories: true)
            try directory.write(ServedStore.document(name), to: "releases/\(name)/deep/app.json")
        }
        try directory.link("current", to: path("releases/a"))
        let store = store(file("current/deep/app.json"))
        await eventually { store[ServedStore.payments] == "a" }
        try replaceLink("current", with: "releases/../releases/b")
        await eventually { store[ServedStore.payments] == "b" }
        expectEqual(store[ServedStore.payments], "b")
        store.close()
    }

    @Test func `a directory that is not there yet is waited for`() async throws {
        let store = store(file("late/er/app.json"))
        await eventually { store.state == .error }
        try FileManager.default.createDirectory(atPath: path("late/er"), withIntermediateDirectories: true)
        try directory.write(ServedStore.document("new"), to: "late/er/app.json")
        await eventually { store[ServedStore.payments] == "new" }
        expectEqual(store[ServedStore.payments], "new")
        store.close()
    }

    @Test func `links in a cycle are no file, and no endless loop`() async throws {
        try directory.link("a", to: "b")
        try directory.link("b", to: "a")
        let store = store(file("a"))
        await eventually { store.state == .error }
        expectEqual(store.state, .error)
        store.close()
    }

    @Test(arguments: [.milliseconds(20), .zero, .nanoseconds(1), .seconds(-5), .seconds(Int64.min)] as [Duration])
    func `polling finds what the system does not tell, however short the interval is`(pollInterval: Duration)
        async throws
    {
        try directory.write(ServedStore.document("old"), to: "app.json")
        let transport = FileTransport(path: path("app.json"), pollInterval: pollInterval, isNotified: false)
        let store = store(transport)
        await eventually { store[ServedStore.payments] == "old" }
        try directory.write(ServedStore.document("new"), to: "app.json")
        await eventually { store[ServedStore.payments] == "new" }
        expectEqual(store[ServedStore.payments], "new")
        store.close()
    }

    @Test(arguments: [.seconds(86_401), .seconds(Int64.max)] as [Duration])
    func `a poll interval of more than a day waits for the system`(pollInterval: Duration) async throws {
        try directory.write(ServedStore.document("old"), to: "app.json")
        let store = store(FileTransport(path: path("app.json"), pollInterval: pollInterval))
        await eventually { store[ServedStore.payments] == "old" }
        try directory.write(ServedStore.document("new"), to: "app.json")
        await eventually { store[ServedStore.payments] == "new" }
        expectEqual(store[ServedStore.payments], "new")
        store.close()
    }

    @Test func `announcements end when nobody listens any more, and start again`() async throws {
        try directory.write("{}", to: "app.json")
        let transport = file("app.json")
        for _ in 0..<3 {
            let listening = Task {
                for await _ in transport.changes() { return true }
                return false
            }
            listening.cancel()
            await expect(!listening.value)
        }
        let isAnnounced = Locked<Bool?>(nil)
        let listening = Task {
            for await _ in transport.changes() {
                isAnnounced.withLock { $0 = true }
                return
            }
            isAnnounced.withLock { $0 = false }
        }
        var number = 0
        // It is not known when the watch begins, so the file changes until one change is announced.
        try await eventually {
            number += 1
            try directory.write("{\"n\": \(number)}", to: "app.json")
            return isAnnounced.withLock { $0 } != nil
        }
        expect(isAnnounced.withLock { $0 } == true)
        listening.cancel()
    }

    private func store(_ transport: any DocumentTransport) -> SettingsStore {
        var configuration = StoreConfiguration()
        configuration.transport = transport
        configuration.refreshInterval = .seconds(3_600)
        return SettingsStore(appVersion: "1.0.0", configuration)
    }
}
