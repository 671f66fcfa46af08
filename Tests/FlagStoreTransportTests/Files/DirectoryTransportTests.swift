import FlagResolver
import FlagStore
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct DirectoryTransportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var transport: DirectoryTransport {
        DirectoryTransport(path: directory.path, pollInterval: .seconds(3_600))
    }

    @Test(
        arguments: [
            (["a.json": #"{"x": 1}"#], #"{"x": 1}"#),
            (["10.json": #"{"x":1,"y":2}"#, "20.json": #"{"y":3,"z":4}"#], #"{"x":1,"y":3,"z":4}"#),
            (["2.json": #"{"x":2}"#, "10.json": #"{"x":10}"#], #"{"x":2}"#),
            (["a.json": #"{"x":1,"y":2}"#, "b.json": #"{"x":null}"#], #"{"y":2}"#),
            (["a.json": #"{"g":{"x":1,"y":2}}"#, "b.json": #"{"g":{"y":3}}"#], #"{"g":{"x":1,"y":3}}"#),
            (["a.json": #"{"x":[1,2]}"#, "b.json": #"{"x":[3]}"#], #"{"x":[3]}"#),
            (["B.json": #"{"x":"upper"}"#, "a.json": #"{"x":"lower"}"#], #"{"x":"lower"}"#),
            (["a.json": #"{"x":1}"#, ".hidden.json": "no", "b.txt": "no", "c.JSON": "no", "json": "no"], #"{"x":1}"#),
        ] as [([String: String], String)])
    func `merges the files in the order of their names, as RFC 7396 says`(files: [String: String], expected: String)
        async throws
    {
        for (name, text) in files { try directory.write(text, to: name) }
        guard case .received(let received) = await transport.fetch(DocumentRequest()) else {
            Issue.record("nothing came")
            return
        }
        expectEqual(String(decoding: received.bytes, as: UTF8.self), expected)
        await expectEqual(transport.fetch(DocumentRequest(entityTag: received.entityTag)), .notModified)
    }

    @Test(arguments: ["", "[]", "null", "{\"x\":", "{\"x\":1,\"x\":2}", "\u{FEFF}{}"])
    func `refuses as a whole when one file is bad, and names it`(text: String) async throws {
        try directory.write("{\"x\": 1}", to: "10.json")
        try directory.write(text, to: "20-bad.json")
        let outcome = await transport.fetch(DocumentRequest())
        expectEqual(outcome.failureKind, .unreadableFile)
        expect(outcome.failureDetail.contains("20-bad.json"))
    }

    @Test
    func `refuses a link that leads nowhere, a directory that is empty, and one that is not there`() async throws {
        await expect(transport.fetch(DocumentRequest()).failureDetail.contains("has no files"))
        try directory.link("a.json", to: "nowhere")
        await expectEqual(transport.fetch(DocumentRequest()).failureKind, .unreadableFile)
        let absent = DirectoryTransport(path: directory.path + "/absent")
        await expectEqual(absent.fetch(DocumentRequest()).failureKind, .unreadableFile)
    }

    @Test func `P3: counts the bytes of all files together`() async throws {
        let text = "{\"x\": \"" + String(repeating: "x", count: 92) + "\"}"
        for name in ["a.json", "b.json"] { try directory.write(text, to: name) }
        let count = text.utf8.count * 2
        await expectNil(transport.fetch(DocumentRequest(byteLimit: count)).failureKind)
        await expectEqual(transport.fetch(DocumentRequest(byteLimit: count - 1)).failureKind, .tooLarge)
        await expectEqual(transport.fetch(DocumentRequest(byteLimit: count / 2 - 1)).failureKind, .tooLarge)
    }

    @Test func `files that change while they are read are all read again, so that no states are mixed`() async throws {
        // Between the first file and the last one there is much to read.
        for number in 10..<60 { try directory.write("{}", to: "\(number).json") }
        let directory = directory
        /// Replaces the first file, and then the last one, which is thus never newer.
        @Sendable func write(_ number: Int) throws {
            for name in ["00", "99"] {
                // Each has another size: file systems may reuse the numbers of files at once, and tell coarse times.
                let text = "{\"\(name)\": \(number)}" + String(repeating: " ", count: number % 4_096)
                try directory.write(text, to: "new")
                expect(replaceFile("\(directory.path)/\(name).json", with: "\(directory.path)/new"))
            }
        }
        try write(0)
        let writing = Cancellation()
        defer { writing.cancel() }
        let (ends, end) = AsyncStream.makeStream(of: Int.self)
        let hasStarted = OwnThread.start {
            var number = 0
            while !writing.isCancelled {
                number += 1
                do { try write(number) } catch { Issue.record(error) }
                // Other tests need the processor, too.
                if number.isMultiple(of: 10) { OwnThread.pause(milliseconds: 3) }
            }
            end.yield(number)
            end.finish()
        }
        expect(hasStarted)
        for _ in 0..<50 {
            let outcome = await transport.fetch(DocumentRequest())
            if let (first, last) = try numbers(outcome) {
                expect(first == last || first == last + 1)
            } else {
                expectEqual(outcome.failureKind, .unreadableFile)
            }
        }
        writing.cancel()
        for await number in ends {
            let (first, last) = try #require(try numbers(await transport.fetch(DocumentRequest())))
            expect(first == number && last == number)
        }
    }

    /// The members "00" and "99" of a document; `nil` if none came.
    private func numbers(_ outcome: DocumentOutcome) throws -> (first: Int, last: Int)? {
        guard case .received(let received) = outcome else { return nil }
        let document = try JSONDecoder().decode([String: Int].self, from: Data(received.bytes))
        return (try #require(document["00"]), try #require(document["99"]))
    }

    @Test func `thousands of files are one document`() async throws {
        let text = String(repeating: "x", count: 900)
        let count = TestScale.rounds(4_000)
        for number in 0..<count {
            try directory.write(#"{"s\#(number)":{"defaultValue":1,"description":"\#(text)"}}"#, to: "\(number).json")
        }
        guard case .received(let received) = await transport.fetch(DocumentRequest()) else {
            Issue.record("nothing came")
            return
        }
        try expectEqual(SettingsDocument(parsing: received.bytes).count, count)
    }

    @Test func `an added, changed or removed file reaches the store`() async throws {
        var configuration = StoreConfiguration()
        configuration.transport = transport
        configuration.refreshInterval = .seconds(3_600)
        try directory.write(ServedStore.document("base"), to: "10.json")
        let store = SettingsStore(appVersion: "1.0.0", configuration)
        await eventually { store[ServedStore.payments] == "base" }
        try directory.write(ServedStore.document("override"), to: "20.json")
        await eventually { store[ServedStore.payments] == "override" }
        expectEqual(store[ServedStore.payments], "override")
        try directory.write(ServedStore.document("changed"), to: "20.json")
        await eventually { store[ServedStore.payments] == "changed" }
        expectEqual(store[ServedStore.payments], "changed")
        try FileManager.default.removeItem(atPath: directory.path + "/20.json")
        await eventually { store[ServedStore.payments] == "base" }
        expectEqual(store[ServedStore.payments], "base")
        store.close()
    }
}
