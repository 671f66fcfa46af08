import FlagResolver
import FlagStore
import TestSupport
import Testing

struct DocumentCacheTests {
    private let old = Array(#"{"payments": false}"#.utf8)
    private let new = Array(#"{"payments": true, "search": false}"#.utf8)

    private func cache(_ files: any FileLayer, _ directory: String = "/cache") -> DocumentCache {
        DocumentCache(directory: directory, files: files)
    }

    @discardableResult
    private func write(_ payload: [UInt8], _ entityTag: String? = nil, to cache: DocumentCache) -> StoreDiagnostic? {
        cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: entityTag, at: 1_000)
    }

    /// Writes a document and confirms it.
    private func keep(_ payload: [UInt8], _ entityTag: String? = nil, in cache: DocumentCache) {
        #expect(write(payload, entityTag, to: cache) == nil)
        #expect(cache.confirm(DocumentIdentity(of: payload), at: 1_000) == nil)
    }

    @Test func `S1: holds the raw document, which is resolved afresh for the version that runs`() throws {
        let directory = try TemporaryDirectory()
        let text = #"{"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}}"#
        let payload = Array(text.utf8)
        write(payload, "\"7\"", to: cache(SystemFiles(), directory.path))
        #expect(CacheFile(try directory.bytes("newest"))?.payload == payload)
        for (version, expected) in [("1.0", false), ("2.0", true)] {
            var configuration = StoreConfiguration()
            configuration.directory = directory.path
            let store = SettingsStore(appVersion: version, configuration)
            #expect(store[.payments] == expected, "version \(version)")
            #expect(store.resolution(of: .payments).layer == .lastKnownGood)
        }
    }

    @Test func `S2: files are for this user only, and no temporary one is left`() throws {
        let directory = try TemporaryDirectory()
        let cache = cache(SystemFiles(), directory.path + "/deeper/still")
        keep(old, in: cache)
        keep(new, in: cache)
        for name in ["newest", "confirmed", "breaker", "owner"] {
            #expect(try directory.permissions("deeper/still/" + name) == 0o600)
        }
        #expect(try directory.permissions("deeper/still") == 0o700)
        #expect(cache.start().document?.identity == DocumentIdentity(of: new))
    }

    @Test(arguments: MemoryFiles.Loss.allCases)
    func `S2: bytes are synchronised before the rename, and the directory after it`(loss: MemoryFiles.Loss) {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        let found = cache(files.remains(after: loss)).start()
        #expect(found.document?.identity == DocumentIdentity(of: old))
        #expect(found.diagnostics.isEmpty)
    }

    @Test(arguments: MemoryFiles.Loss.allCases)
    func `S2, S5: killed in the middle of any step, there is a whole document, old or new`(loss: MemoryFiles.Loss) {
        var isFinished = false
        var survivors: Set<DocumentIdentity> = []
        var step = 0
        while !isFinished {
            let files = MemoryFiles()
            let cache = cache(files)
            keep(old, "\"old\"", in: cache)
            let count = files.operationCount
            files.die(after: count + step)
            isFinished = write(new, "\"new\"", to: cache) == nil
            let found = self.cache(files.remains(after: loss)).start()
            guard let document = found.document else {
                Issue.record("nothing is left after step \(step)")
                return
            }
            #expect(found.diagnostics.isEmpty, "step \(step)")
            let isNew = document.identity == DocumentIdentity(of: new)
            #expect(isNew || document.identity == DocumentIdentity(of: old))
            #expect(document.entityTag == (isNew ? "\"new\"" : "\"old\""))
            #expect(!isFinished || isNew)
            survivors.insert(document.identity)
            // A later write succeeds.
            let next = self.cache(files.remains(after: loss))
            #expect(write(new, to: next) == nil, "step \(step)")
            #expect(next.start().document?.identity == DocumentIdentity(of: new))
            step += 1
        }
        #expect(survivors.count == 2)
        #expect(step > 6)
    }

    @Test func `S3: a newest file cut at any byte gives way to the confirmed one`() throws {
        let files = MemoryFiles()
        let cache = cache(files)
        keep(old, in: cache)
        write(new, to: cache)
        cache.close()
        let bytes = try #require(files["/cache/newest"])
        for count in 0..<bytes.count {
            files["/cache/newest"] = Array(bytes[..<count])
            let found = self.cache(files).start()
            #expect(found.document?.identity == DocumentIdentity(of: old), "cut to \(count) bytes")
            #expect(found.diagnostics.map(\.code) == [.cacheUnreadable])
        }
        files["/cache/newest"] = bytes
        #expect(self.cache(files).start().document?.identity == DocumentIdentity(of: new))
    }

    @Test func `S3: with both files damaged the bundled document counts, and without one the code default`() {
        let files = MemoryFiles()
        let cache = cache(files)
        keep(old, in: cache)
        write(new, to: cache)
        cache.close()
        files["/cache/newest"] = [1, 2, 3]
        files["/cache/confirmed"] = []
        files["/cache/breaker"] = Array("nonsense".utf8)
        var configuration = StoreConfiguration()
        configuration.directory = "/cache/"
        configuration.files = files
        configuration.bundledDocument = Array(#"{"payments": true}"#.utf8)
        let bundled = SettingsStore(appVersion: "1.0", configuration).resolution(of: .payments)
        #expect(bundled.value)
        #expect(bundled.layer == .bundled)
        configuration.bundledDocument = nil
        let store = SettingsStore(appVersion: "1.0", configuration)
        #expect(store.resolution(of: .payments).layer == .codeDefault)
        #expect(store.recentDiagnostics.map(\.code) == [.cacheUnreadable, .cacheUnreadable, .cacheUnreadable])
    }

    @Test(arguments: MemoryFiles.Operation.allCases.filter { $0 != .lock && $0 != .makeDirectory && $0 != .remove })
    func `S4: a write that fails is a diagnostic, and the old file survives`(operation: MemoryFiles.Operation) {
        let files = MemoryFiles()
        let cache = cache(files)
        keep(old, in: cache)
        files.fail([operation])
        let problem = write(new, to: cache)
        #expect(problem?.code == .cacheNotWritten)
        #expect(problem?.message.contains("no space left") == true)
        cache.close()
        files.fail([])
        let found = self.cache(files).start().document?.identity
        // If only the synchronisation of the directory failed, the new file is complete.
        #expect(found == DocumentIdentity(of: operation == .synchronizeDirectory ? new : old))
        #expect(write(new, to: self.cache(files)) == nil)
    }

    @Test(arguments: [.lock, .makeDirectory] as [MemoryFiles.Operation])
    func `S4: a directory that cannot be made or locked is a diagnostic`(operation: MemoryFiles.Operation) {
        let files = MemoryFiles()
        files.fail([operation], reason: "read-only file system")
        let cache = cache(files)
        #expect(cache.start().diagnostics.map(\.code) == [.cacheNotWritten])
        #expect(write(new, to: cache)?.code == .cacheNotWritten)
    }

    @Test func `S4: a directory that is a file, on the real disk`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/file"
        try SystemFiles().close(SystemFiles().create(file))
        let cache = cache(SystemFiles(), file + "/cache")
        #expect(cache.start().document == nil)
        #expect(write(new, to: cache)?.code == .cacheNotWritten)
        #expect(throws: FileFailure.self) { try SystemFiles().read(directory.path, limit: 10) }
        #expect(throws: FileFailure.self) { try SystemFiles().create(file) }
    }

    @Test func `S5: of two processes one writes, and the other takes over when it ends`() throws {
        let directory = try TemporaryDirectory()
        let first = cache(SystemFiles(), directory.path)
        let second = cache(SystemFiles(), directory.path)
        keep(old, in: first)
        #expect(second.start().document?.identity == DocumentIdentity(of: old))
        #expect(write(new, to: second) == nil)
        #expect(cache(SystemFiles(), directory.path).start().document?.identity == DocumentIdentity(of: old))
        first.close()
        #expect(write(new, to: second) == nil)
        #expect(cache(SystemFiles(), directory.path).start().document?.identity == DocumentIdentity(of: new))
        // A closed cache never writes again, even when the directory is unlocked.
        second.close()
        #expect(write(old, to: first) == nil)
        #expect(cache(SystemFiles(), directory.path).start().document?.identity == DocumentIdentity(of: new))
    }

    @Test func `S5: two processes that write all the time never leave half a document`() async throws {
        let directory = try TemporaryDirectory()
        let documents = (0..<20).map { number in
            Array("{\"n\": \(number), \"text\": \"\(String(repeating: "x", count: number * 100))\"}".utf8)
        }
        let identities = Set(documents.map { DocumentIdentity(of: $0) })
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for document in documents {
                        let cache = DocumentCache(directory: directory.path)
                        #expect(
                            cache.write(document, identity: DocumentIdentity(of: document), entityTag: nil, at: 0)
                                == nil)
                    }
                }
            }
            group.addTask {
                for _ in 0..<60 {
                    guard let bytes = try? SystemFiles().read(directory.path + "/newest", limit: 10_000) else {
                        continue
                    }
                    #expect(CacheFile(bytes).map { identities.contains(DocumentIdentity(of: $0.payload)) } == true)
                }
            }
        }
        #expect(try directory.names() == ["newest", "owner"])
    }

    @Test func `S6: after two starts that confirmed nothing, the last confirmed document is used`() {
        let files = MemoryFiles()
        keep(old, "\"old\"", in: cache(files))
        write(new, "\"new\"", to: cache(files))
        for start in 1...2 {
            let found = cache(files).start().document
            #expect(found?.identity == DocumentIdentity(of: new), "start \(start)")
            #expect(found?.isPending == true)
        }
        let third = cache(files)
        let found = third.start()
        #expect(found.document?.identity == DocumentIdentity(of: old))
        #expect(found.document?.entityTag == "\"old\"")
        #expect(found.diagnostics.map(\.code) == [.documentQuarantined])
        #expect(third.refuses(DocumentIdentity(of: new)))
        third.close()
        let fourth = cache(files)
        #expect(fourth.start().document?.identity == DocumentIdentity(of: old))
        #expect(fourth.refuses(DocumentIdentity(of: new)))
        // The next document is accepted.
        let next = Array(#"{"payments": true, "search": true}"#.utf8)
        write(next, to: fourth)
        fourth.close()
        #expect(cache(files).start().document?.identity == DocumentIdentity(of: next))
    }

    @Test func `S6: a confirmed document may start as often as it likes`() {
        let files = MemoryFiles()
        let first = cache(files)
        write(new, to: first)
        #expect(first.start().document?.isPending == true)
        #expect(first.confirm(DocumentIdentity(of: new), at: 1) == nil)
        first.close()
        for _ in 0..<5 {
            let found = cache(files).start().document
            #expect(found?.identity == DocumentIdentity(of: new))
            #expect(found?.isPending == false)
        }
    }

    @Test func `S6: only the process that owns the directory counts starts`() {
        let files = MemoryFiles()
        let owner = cache(files)
        write(new, to: owner)
        for _ in 0..<5 {
            #expect(cache(files).start().document?.identity == DocumentIdentity(of: new))
        }
        owner.close()
        #expect(cache(files).start().document?.identity == DocumentIdentity(of: new))
    }

    @Test func `S6: with no document confirmed yet, a quarantined one leaves nothing`() {
        let files = MemoryFiles()
        write(new, to: cache(files))
        _ = cache(files).start()
        _ = cache(files).start()
        #expect(cache(files).start().document == nil)
    }
}
