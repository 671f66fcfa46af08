import FlagResolver
import FlagStore
import Foundation
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
        cache.write(payload, identity: DocumentIdentity(of: payload), entityTag: entityTag, at: 1_000).problem
    }

    /// Writes a document and confirms it.
    private func keep(_ payload: [UInt8], _ entityTag: String? = nil, in cache: DocumentCache) {
        expectNil(write(payload, entityTag, to: cache))
        expectNil(cache.confirm(DocumentIdentity(of: payload), at: 1_000))
    }

    @Test func `S1: holds the raw document, which is resolved afresh for the version that runs`() async throws {
        let directory = try TemporaryDirectory()
        let text = #"{"payments": {"defaultValue": false, "valuesByVersion": [{"appVersion": ">=2", "value": true}]}}"#
        let payload = Array(text.utf8)
        write(payload, "\"7\"", to: cache(SystemFiles(), directory.path))
        expectEqual(CacheFile(try directory.bytes("newest"))?.payload, payload)
        for (version, expected) in [("1.0", false), ("2.0", true)] {
            var configuration = StoreConfiguration()
            configuration.directory = directory.path
            let store = SettingsStore(appVersion: version, configuration)
            expectEqual(store[.payments], expected, "version \(version)")
            expectEqual(store.resolution(of: .payments).layer, .lastKnownGood)
            store.close()
            await store.finishWriting()
        }
    }

    @Test func `S2: files are for this user only, and no temporary one is left`() throws {
        let directory = try TemporaryDirectory()
        let cache = cache(SystemFiles(), directory.path + "/deeper/still")
        keep(old, in: cache)
        keep(new, in: cache)
        for name in ["newest", "confirmed", "breaker", "owner"] {
            try expectEqual(directory.permissions("deeper/still/" + name), 0o600)
        }
        try expectEqual(directory.permissions("deeper/still"), 0o700)
        expectEqual(cache.start().document?.identity, DocumentIdentity(of: new))
    }

    @Test(arguments: MemoryFiles.Loss.allCases)
    func `S2: bytes are synchronised before the rename, and the directory after it`(loss: MemoryFiles.Loss) {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        let found = cache(files.remains(after: loss)).start()
        expectEqual(found.document?.identity, DocumentIdentity(of: old))
        expect(found.diagnostics.isEmpty)
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
            expect(found.diagnostics.isEmpty, "step \(step)")
            let isNew = document.identity == DocumentIdentity(of: new)
            expect(isNew || document.identity == DocumentIdentity(of: old))
            expectEqual(document.entityTag, (isNew ? "\"new\"" : "\"old\""))
            expect(!isFinished || isNew)
            survivors.insert(document.identity)
            // A later write succeeds.
            let next = self.cache(files.remains(after: loss))
            expectNil(write(new, to: next), "step \(step)")
            expectEqual(next.start().document?.identity, DocumentIdentity(of: new))
            step += 1
        }
        expectEqual(survivors.count, 2)
        expect(step > 6)
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
            let reading = self.cache(files)
            let found = reading.start()
            reading.endTrial()
            expectEqual(found.document?.identity, DocumentIdentity(of: old), "cut to \(count) bytes")
            expectEqual(found.diagnostics.map(\.code), [.cacheUnreadable])
        }
        files["/cache/newest"] = bytes
        expectEqual(self.cache(files).start().document?.identity, DocumentIdentity(of: new))
    }

    @Test(arguments: [true, false])
    func `S3: with both files damaged the bundled document counts, and without one the code default`(
        hasBundle: Bool
    ) {
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
        configuration.bundledDocument = hasBundle ? Array(#"{"payments": true}"#.utf8) : nil
        let store = SettingsStore(appVersion: "1.0", configuration)
        expectEqual(store[.payments], hasBundle)
        expectEqual(store.resolution(of: .payments).layer, hasBundle ? .bundled : .codeDefault)
        expectEqual(store.recentDiagnostics.map(\.code), [.cacheUnreadable, .cacheUnreadable, .cacheUnreadable])
    }

    @Test(
        arguments: MemoryFiles.Operation.allCases.filter {
            ![.lock, .makeDirectory, .remove, .append, .link].contains($0)
        })
    func `S4: a write that fails is a diagnostic, and the old file survives`(operation: MemoryFiles.Operation) {
        let files = MemoryFiles()
        let cache = cache(files)
        keep(old, in: cache)
        files.fail([operation])
        let problem = write(new, to: cache)
        expectEqual(problem?.code, .cacheNotWritten)
        expect(problem?.message.contains("no space left") == true)
        cache.close()
        files.fail([])
        let found = self.cache(files).start().document?.identity
        // If only the synchronisation of the directory failed, the new file is complete.
        expectEqual(found, DocumentIdentity(of: operation == .synchronizeDirectory ? new : old))
        expectNil(write(new, to: self.cache(files)))
    }

    @Test(arguments: [.lock, .makeDirectory] as [MemoryFiles.Operation])
    func `S4: a directory that cannot be made or locked is a diagnostic`(operation: MemoryFiles.Operation) {
        let files = MemoryFiles()
        files.fail([operation], reason: "read-only file system")
        let cache = cache(files)
        expectEqual(cache.start().diagnostics.map(\.code), [.cacheNotWritten])
        expectEqual(write(new, to: cache)?.code, .cacheNotWritten)
    }

    @Test func `S4: a directory that is a file, on the real disk`() throws {
        let directory = try TemporaryDirectory()
        let file = directory.path + "/file"
        try SystemFiles().close(SystemFiles().create(file))
        let cache = cache(SystemFiles(), file + "/cache")
        expectNil(cache.start().document)
        expectEqual(write(new, to: cache)?.code, .cacheNotWritten)
        #expect(throws: FileFailure.self) { try SystemFiles().read(directory.path, limit: 10) }
        #expect(throws: FileFailure.self) { try SystemFiles().create(file) }
    }

    @Test func `S5: of two processes one writes, and the other takes over when it ends`() throws {
        let directory = try TemporaryDirectory()
        let first = cache(SystemFiles(), directory.path)
        let second = cache(SystemFiles(), directory.path)
        keep(old, in: first)
        expectEqual(second.start().document?.identity, DocumentIdentity(of: old))
        expectEqual(write(new, to: second)?.code, .cacheNotWritten)
        expectEqual(cache(SystemFiles(), directory.path).start().document?.identity, DocumentIdentity(of: old))
        first.close()
        expectNil(write(new, to: second))
        expectEqual(cache(SystemFiles(), directory.path).start().document?.identity, DocumentIdentity(of: new))
        // A closed cache never writes again, even when the directory is unlocked.
        second.close()
        expectNil(write(old, to: first))
        expectEqual(cache(SystemFiles(), directory.path).start().document?.identity, DocumentIdentity(of: new))
    }

    @Test(arguments: DirectoryAccess.allCases)
    func `S5: a store that is to be the only one says that another one holds the lock, so that it keeps nothing`(
        access: DirectoryAccess
    ) throws {
        let files = MemoryFiles()
        let first = cache(files)
        expectNil(write(old, to: first))
        let second = DocumentCache(directory: "/cache", access: access, files: files)
        expectEqual(second.start().diagnostics, [])
        let problem = write(new, to: second)
        expectEqual(problem?.code, access == .exclusive ? .cacheNotWritten : nil)
        expect(problem?.message.contains("another store holds the lock /cache/owner") != false)
        first.close()
        expectNil(write(new, to: second))
        second.close()
        expectNil(write(new, to: second))
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
                        let problem = cache.write(
                            document, identity: DocumentIdentity(of: document), entityTag: nil, at: 0
                        ).problem
                        expect(problem == nil || problem?.message.contains("another store holds the lock") == true)
                    }
                }
            }
            group.addTask {
                for _ in 0..<60 {
                    guard let bytes = try? SystemFiles().read(directory.path + "/newest", limit: 10_000) else {
                        continue
                    }
                    expect(CacheFile(bytes).map { identities.contains(DocumentIdentity(of: $0.payload)) } == true)
                }
            }
        }
        try expectEqual(directory.names(), ["newest", "owner"])
    }

    /// Starts the program so many times; each start ends as a crash does.
    private func crash(_ count: Int, _ files: MemoryFiles) {
        for _ in 0..<count { _ = cache(files).start() }
    }

    @Test func `S6: after three crashes, the last confirmed document is used`() {
        let files = MemoryFiles()
        keep(old, "\"old\"", in: cache(files))
        write(new, "\"new\"", to: cache(files))
        for start in 1...3 {
            let found = cache(files).start().document
            expectEqual(found?.identity, DocumentIdentity(of: new), "start \(start)")
            expect(found?.isPending == true)
        }
        let fourth = cache(files)
        let found = fourth.start()
        expectEqual(found.document?.identity, DocumentIdentity(of: old))
        expectEqual(found.quarantined?.entityTag, "\"new\"")
        expect(found.diagnostics.isEmpty)
        expect(found.changedBreaker)
        expectNil(fourth.saveBreaker(at: 0))
        expect(fourth.rejects(DocumentIdentity(of: new), at: 0))
        fourth.close()
        let fifth = cache(files)
        expectEqual(fifth.start().document?.identity, DocumentIdentity(of: old))
        expect(fifth.rejects(DocumentIdentity(of: new), at: 0))
        // A newer document is used at once.
        let next = Array(#"{"payments": true, "search": true}"#.utf8)
        write(next, to: fifth)
        fifth.endTrial()
        fifth.close()
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: next))
    }

    @Test func `S6: a quarantine that was not written before the crash is decided again`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(3, files)
        for _ in 0..<2 {
            expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: old))
        }
    }

    @Test func `S6: a document that differs at each start does not escape the count`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        for number in 1...3 {
            let cache = cache(files)
            _ = cache.start()
            write(Array("{\"payments\": \(number)}".utf8), to: cache)
        }
        let found = cache(files).start()
        expectEqual(found.document?.identity, DocumentIdentity(of: old))
    }

    @Test func `S6: a start that ended normally, or lasted, ends the count`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        for _ in 0..<5 {
            crash(2, files)
            let cache = cache(files)
            expectEqual(cache.start().document?.identity, DocumentIdentity(of: new))
            cache.endTrial()
            expect(!files.names.contains("/cache/starts"))
        }
    }

    @Test func `S6: starts of another version of the program do not count`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(3, files)
        let updated = DocumentCache(directory: "/cache", programVersion: "2.0", files: files)
        expectEqual(updated.start().document?.identity, DocumentIdentity(of: new))
    }

    @Test func `S6: a confirmed document is used as it was when it was confirmed, and no more after five crashes`() {
        let files = MemoryFiles()
        keep(new, in: cache(files))
        for crashes in 0..<200 {
            let cache = cache(files)
            let found = cache.start(at: 2_000)
            expectEqual((found.document == nil), crashes >= 5, "after \(crashes) crashes")
            expect(found.document?.isPending != true)
            expectEqual(found.document?.resolutionDate, 3...4 ~= crashes ? 1_000 : nil, "after \(crashes) crashes")
            expectEqual(found.quarantined?.identity, (crashes >= 5 ? DocumentIdentity(of: new) : nil))
            if found.changedBreaker { expectNil(cache.saveBreaker(at: 2_000)) }
        }
        expect((files["/cache/starts"]?.count ?? 0) <= 1_024)
        // A run that lasts ends the count, however many starts there were.
        let last = cache(files)
        expect(last.start().isCounted)
        last.endTrial()
        expect(!files.names.contains("/cache/starts"))
        last.close()
        expectNil(cache(files).start(at: 2_000).document)
        expectEqual(cache(files).start(at: 90_000).document?.identity, DocumentIdentity(of: new))
    }

    @Test func `S6: starts that ended in the background do not count, whatever they did before`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(2, files)
        for number in 0..<20 {
            let cache = cache(files)
            expectEqual(cache.start(isInForeground: false).document?.identity, DocumentIdentity(of: new))
            if number % 2 == 0 { continue }
            cache.enterForeground()
            // Notices of the same phase change nothing.
            cache.enterForeground()
            cache.leaveForeground()
            cache.leaveForeground()
        }
        // A crash in the foreground does, also after the background.
        let last = cache(files)
        _ = last.start(isInForeground: false)
        last.enterForeground()
        last.close()
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: old))
    }

    @Test func `S6: a program that exits in the background leaves the count as it is`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(3, files)
        let background = cache(files)
        expectEqual(background.start(isInForeground: false).document?.identity, DocumentIdentity(of: old))
        background.endTrial()
        background.enterForeground()
        background.close()
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: old))
    }

    @Test func `S6: the bundled document is used after five crashes, and the defaults in code after seven`() throws {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        let candidate = DocumentCandidate(ReceivedDocument(bytes: Array(#"{"a": 1}"#.utf8)), from: .bundle)
        guard case .accepted(let bundled) = DocumentAcceptance().judge(candidate) else {
            Issue.record("the bundled document is not accepted")
            return
        }
        for crashes in 0...8 {
            let cache = cache(files)
            let found = cache.start(bundled: bundled)
            let expected = crashes < 3 ? new : crashes < 5 ? old : nil
            expectEqual(found.document?.identity, expected.map { DocumentIdentity(of: $0) }, "after \(crashes) crashes")
            expectEqual(found.usesBundled, crashes < 7, "after \(crashes) crashes")
            if found.changedBreaker { expectNil(cache.saveBreaker(at: 0)) }
        }
    }

    @Test func `S6: a damaged file of starts counts as none, and is replaced`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(3, files)
        files["/cache/starts"] = (files["/cache/starts"] ?? []) + [7]
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: new))
        crash(2, files)
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: old))
    }

    @Test func `S6: a crash loop that fills the file of starts is still one`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        crash(129, files)
        expectNil(cache(files).start().document)
    }

    @Test func `Y1: another entity tag of the same document is kept, and the old file survives a failure`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        let cache = cache(files)
        write(new, "\"1\"", to: cache)
        files.fail([.rename])
        expectEqual(cache.keep(entityTag: "\"2\"", of: DocumentIdentity(of: new), at: 2_000)?.code, .cacheNotWritten)
        files.fail([])
        expectEqual(files["/cache/newest"].flatMap { CacheFile($0) }?.entityTag, "\"1\"")
        expectNil(cache.keep(entityTag: "\"2\"", of: DocumentIdentity(of: new), at: 2_000))
        expectEqual(
            files["/cache/newest"].flatMap { CacheFile($0) },
            CacheFile(
                entityTag: "\"2\"", writtenAt: 2_000, program: DocumentIdentity(of: []).checksum, payload: new))
        // The confirmed document is still the one before.
        expectEqual(files["/cache/confirmed"].flatMap { CacheFile($0) }?.payload, old)
    }

    @Test(arguments: [[1, 2, 3], Array(repeating: 7, count: 5_000)] as [[UInt8]])
    func `S6: a damaged count of starts counts as none`(bytes: [UInt8]) {
        let files = MemoryFiles()
        write(new, to: cache(files))
        files["/cache/starts"] = bytes
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: new))
    }

    @Test func `S6: a lifted quarantine lets the document start again`() {
        let files = MemoryFiles()
        keep(old, in: cache(files))
        write(new, to: cache(files))
        crash(3, files)
        let fourth = cache(files)
        expect(fourth.start().quarantined != nil)
        expectNil(fourth.liftQuarantines(at: 0))
        expect(!fourth.rejects(DocumentIdentity(of: new), at: 0))
        fourth.close()
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: new))
    }

    @Test func `S6: only the process that owns the directory counts starts`() {
        let files = MemoryFiles()
        let owner = cache(files)
        write(new, to: owner)
        for _ in 0..<5 {
            expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: new))
        }
        owner.close()
        expectEqual(cache(files).start().document?.identity, DocumentIdentity(of: new))
    }

    @Test func `S6: with no document confirmed yet, a quarantined one leaves nothing`() {
        let files = MemoryFiles()
        write(new, to: cache(files))
        crash(3, files)
        expectNil(cache(files).start().document)
    }

    @Test func `a directory that was removed at run time is created again`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/cache"
        let cache = cache(SystemFiles(), path)
        keep(old, in: cache)
        for _ in 0..<2 {
            try FileManager.default.removeItem(atPath: path)
            expectNil(write(new, to: cache))
            // The lock is held in the new directory, too.
            expectEqual(self.cache(SystemFiles(), path).start().document?.identity, DocumentIdentity(of: new))
            try expectNil(SystemFiles().lock(path + "/owner"))
        }
    }

    @Test func `with read-only access nothing is written or locked`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/cache"
        let readOnly = { DocumentCache(directory: path, access: .readOnly) }
        expect(readOnly().start().diagnostics.isEmpty)
        expect(!FileManager.default.fileExists(atPath: path))
        keep(old, in: cache(SystemFiles(), path))
        let reader = readOnly()
        expectEqual(reader.start().document?.identity, DocumentIdentity(of: old))
        expectNil(write(new, to: reader))
        expectNil(reader.confirm(DocumentIdentity(of: old), at: 0))
        let lock = try #require(try SystemFiles().lock(path + "/owner"))
        SystemFiles().unlock(lock)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: path).sorted(), ["breaker", "newest", "owner"])
        expectEqual(readOnly().start().document?.identity, DocumentIdentity(of: old))
    }

    @Test func `in a shared container, the lock is held only while something is written`() throws {
        let directory = try TemporaryDirectory()
        let shared = DocumentCache(directory: directory.path, access: .sharedContainer)
        let isUnlocked = {
            guard let lock = try? SystemFiles().lock(directory.path + "/owner") else { return false }
            SystemFiles().unlock(lock)
            return true
        }
        expect(shared.start().isCounted)
        expect(isUnlocked())
        keep(old, in: shared)
        expect(isUnlocked())
        expectNil(write(new, to: shared))
        expect(isUnlocked())
        shared.endTrial()
        try expectEqual(directory.names(), ["breaker", "confirmed", "newest", "owner"])
    }
}
