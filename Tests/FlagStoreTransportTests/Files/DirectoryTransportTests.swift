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
        #expect(String(decoding: received.bytes, as: UTF8.self) == expected)
        #expect(await transport.fetch(DocumentRequest(entityTag: received.entityTag)) == .notModified)
    }

    @Test(arguments: ["", "[]", "null", "{\"x\":", "{\"x\":1,\"x\":2}", "\u{FEFF}{}"])
    func `refuses as a whole when one file is bad, and names it`(text: String) async throws {
        try directory.write("{\"x\": 1}", to: "10.json")
        try directory.write(text, to: "20-bad.json")
        let outcome = await transport.fetch(DocumentRequest())
        #expect(outcome.failureKind == .unreadableFile)
        #expect(outcome.failureDetail.contains("20-bad.json"))
    }

    @Test
    func `refuses a link that leads nowhere, a directory that is empty, and one that is not there`() async throws {
        #expect(await transport.fetch(DocumentRequest()).failureDetail.contains("has no files"))
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/a.json", withDestinationPath: "nowhere")
        #expect(await transport.fetch(DocumentRequest()).failureKind == .unreadableFile)
        let absent = DirectoryTransport(path: directory.path + "/absent")
        #expect(await absent.fetch(DocumentRequest()).failureKind == .unreadableFile)
    }

    @Test func `P3: counts the bytes of all files together`() async throws {
        let text = "{\"x\": \"" + String(repeating: "x", count: 92) + "\"}"
        for name in ["a.json", "b.json"] { try directory.write(text, to: name) }
        let count = text.utf8.count * 2
        #expect(await transport.fetch(DocumentRequest(byteLimit: count)).failureKind == nil)
        #expect(await transport.fetch(DocumentRequest(byteLimit: count - 1)).failureKind == .tooLarge)
        #expect(await transport.fetch(DocumentRequest(byteLimit: count / 2 - 1)).failureKind == .tooLarge)
    }

    @Test func `thousands of files are one document`() async throws {
        let text = String(repeating: "x", count: 900)
        for number in 0..<4_000 {
            try directory.write(#"{"s\#(number)":{"defaultValue":1,"description":"\#(text)"}}"#, to: "\(number).json")
        }
        guard case .received(let received) = await transport.fetch(DocumentRequest()) else {
            Issue.record("nothing came")
            return
        }
        #expect(try SettingsDocument(parsing: received.bytes).count == 4_000)
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
        #expect(store[ServedStore.payments] == "override")
        try directory.write(ServedStore.document("changed"), to: "20.json")
        await eventually { store[ServedStore.payments] == "changed" }
        #expect(store[ServedStore.payments] == "changed")
        try FileManager.default.removeItem(atPath: directory.path + "/20.json")
        await eventually { store[ServedStore.payments] == "base" }
        #expect(store[ServedStore.payments] == "base")
        store.close()
    }
}
