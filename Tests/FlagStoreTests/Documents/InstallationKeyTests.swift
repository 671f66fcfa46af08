import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

struct InstallationKeyTests {
    /// Half of all keys are included.
    private static let document = #"""
        {"half": {"defaultValue": 0, "valuesByVersion": [{"rollout": {"percent": 50, "salt": "a"}, "value": 1}]},
         "byInstallation": {"defaultValue": 0, "valuesByVersion": [
            {"rollout": {"percent": 50, "salt": "b", "by": "installationKey"}, "value": 1}]}}
        """#
    private static let half = SettingKey("half", default: -1)
    private static let byInstallation = SettingKey("byInstallation", default: -1)
    private static let path = "/cache/installation"

    private func store(
        on files: MemoryFiles, directory: String? = "/cache", document: String? = document,
        _ configure: (inout StoreConfiguration) -> Void = { _ in }
    ) -> TestStore {
        TestStore(document: document) { configuration in
            configuration.files = files
            configuration.directory = directory
            configuration.installationKey = nil
            configure(&configuration)
        }
    }

    private func key(of test: TestStore) -> String {
        guard case .string(let key) = test.store.snapshot.context["installationKey"] else { return "" }
        return key
    }

    private func codes(of test: TestStore) -> [StoreDiagnostic.Code] {
        test.store.recentDiagnostics.map(\.code).filter {
            [.installationKeyNotKept, .installationKeyReplaced].contains($0)
        }
    }

    @Test func `a key has 128 random bits, and every installation has its own`() async {
        var keys: Set<String> = []
        for _ in 0..<50 {
            let test = store(on: MemoryFiles())
            keys.insert(key(of: test))
            await test.end()
        }
        expectEqual(keys.count, 50)
        expect(keys.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } })
        // Every bit differs somewhere.
        for place in 0..<32 { expect(Set(keys.map { Array($0)[place] }).count > 4) }
    }

    @Test func `a restart keeps the key, and what it decides`() async {
        let files = MemoryFiles()
        let first = store(on: files)
        let (key, value) = (key(of: first), first.store[Self.half])
        await first.end()
        for loss in MemoryFiles.Loss.allCases {
            let next = store(on: files.remains(after: loss))
            expectEqual(self.key(of: next), key)
            expectEqual(next.store[Self.half], value)
            expect(codes(of: next).isEmpty)
        }
    }

    @Test func `without a targeting key, it takes its place, also after a logout`() {
        let test = store(on: MemoryFiles())
        let key = key(of: test)
        expectNil(test.store.context.targetingKey)
        expectEqual(test.store.snapshot.context.targetingKey, key)
        let (half, byInstallation) = (test.store[Self.half], test.store[Self.byInstallation])
        for user in 0..<20 {
            test.store.updateContext { $0.targetingKey = "user-\(user)" }
            expectEqual(test.store.snapshot.context.targetingKey, "user-\(user)")
            // A rollout by installation survives the login.
            expectEqual(test.store[Self.byInstallation], byInstallation)
        }
        test.store.updateContext { $0.targetingKey = nil }
        expectEqual(test.store.snapshot.context.targetingKey, key)
        expectEqual(test.store[Self.half], half)
    }

    @Test func `an app can give an installation key of its own`() {
        let test = store(on: MemoryFiles())
        test.context["installationKey"] = "mine"
        expectEqual(test.store.snapshot.context.targetingKey, "mine")
        test.context["installationKey"] = 5
        expectEqual(test.store.snapshot.context.targetingKey?.count, 32)
    }

    // MARK: Damage

    @Test func `S3: a damaged file is replaced by a new key, with a diagnostic`() async throws {
        let files = MemoryFiles()
        let first = store(on: files, document: nil)
        let original = key(of: first)
        await first.end()
        let bytes = try #require(files[Self.path])
        var random = SeededRandom(seed: 3)
        var damages = (0..<bytes.count).map { Array(bytes[..<$0]) } + [bytes + [0]]
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            damages.append(flipped)
        }
        // A file with a right checksum that has no key.
        damages.append(CacheFile(writtenAt: 0, payload: Array("not a key".utf8)).encoded)
        for damage in damages {
            files[Self.path] = damage
            let test = store(on: files, document: nil)
            let new = key(of: test)
            expect(new != original && new.count == 32)
            expectEqual(codes(of: test), [.installationKeyReplaced])
            await test.end()
            let next = store(on: files, document: nil)
            expect(key(of: next) == new && codes(of: next).isEmpty)
            await next.end()
        }
    }

    @Test(arguments: [MemoryFiles.Operation.create, .write, .synchronize, .link, .makeDirectory])
    func `S4: a key that cannot be written lasts until the process ends, with a diagnostic`(
        _ operation: MemoryFiles.Operation
    ) async {
        let files = MemoryFiles()
        files.fail([operation])
        let test = store(on: files)
        let key = key(of: test)
        await test.store.finishWriting()
        expectEqual(codes(of: test), [.installationKeyNotKept])
        expect(key.count == 32 && [0, 1].contains(test.store[Self.half]))
        test.store.updateContext { $0["country"] = "AT" }
        expectEqual(self.key(of: test), key)
        await test.end()
        files.fail([])
        let next = store(on: files)
        await next.end()
        expectEqual(self.key(of: next), self.key(of: store(on: files)))
    }

    @Test func `S2: whenever the process dies, the next start has a key, the old one or a new one`() async {
        for count in 0..<30 {
            let files = MemoryFiles()
            files.die(after: count)
            let test = store(on: files)
            let key = key(of: test)
            await test.store.finishWriting()
            for loss in MemoryFiles.Loss.allCases {
                let remains = files.remains(after: loss)
                let hasFile = remains[Self.path] != nil
                let next = store(on: remains)
                expectEqual(self.key(of: next).count, 32)
                expect(!hasFile || self.key(of: next) == key || codes(of: next) == [.installationKeyReplaced])
                await next.end()
                expectEqual(self.key(of: store(on: remains)), self.key(of: next))
            }
        }
    }

    @Test func `a file that cannot be read now is not replaced`() async throws {
        let directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.path + "/installation", withIntermediateDirectories: true)
        let test = TestStore { configuration in
            configuration.directory = directory.path
            configuration.installationKey = nil
        }
        expectEqual(key(of: test).count, 32)
        await test.end()
        expectEqual(codes(of: test), [.installationKeyNotKept])
        // The directory is removed after the last write.
        withExtendedLifetime(directory) {}
    }

    // MARK: Several processes

    @Test func `S5: an extension that only reads has the key of the app`() async {
        let files = MemoryFiles()
        let app = store(on: files) { $0.directoryAccess = .sharedContainer }
        await app.store.finishWriting()
        let reader = store(on: files) { $0.directoryAccess = .readOnly }
        expectEqual(key(of: reader), key(of: app))
        expect(codes(of: reader).isEmpty)
    }

    @Test func `S5: a store that may not write has a key until the process ends`() async {
        let files = MemoryFiles()
        let reader = store(on: files) { $0.directoryAccess = .readOnly }
        expectEqual(key(of: reader).count, 32)
        await reader.store.finishWriting()
        expectEqual(codes(of: reader), [.installationKeyNotKept])
        expect(files.names.isEmpty)
    }

    @Test(arguments: DirectoryAccess.allCases)
    func `S5: processes that start at once have one key`(access: DirectoryAccess) async throws {
        for round in 0..<20 {
            let directory = try TemporaryDirectory()
            let stores = await withTaskGroup(of: TestStore.self, returning: [TestStore].self) { group in
                for number in 0..<6 {
                    group.addTask {
                        TestStore { configuration in
                            configuration.directory = directory.path + "/cache"
                            configuration.installationKey = nil
                            // A process that only reads takes the key of the others.
                            configuration.directoryAccess = number == 0 && access == .readOnly ? .exclusive : access
                        }
                    }
                }
                var stores: [TestStore] = []
                for await store in group { stores.append(store) }
                return stores
            }
            let kept = stores.filter { codes(of: $0).isEmpty }
            expect(kept.count == stores.count || access == .readOnly, "round \(round)")
            expectEqual(Set(kept.map { key(of: $0) }).count, 1, "round \(round)")
            for test in stores { await test.end() }
            try expectEqual(directory.names().count, 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/cache")
            expect(!names.contains { $0.hasPrefix("installation.") }, "round \(round)")
        }
    }

    @Test(arguments: [false, true])
    func `the key is left out of backups, so that two devices never share one`(isDamaged: Bool) async {
        let files = MemoryFiles()
        if isDamaged { files[Self.path] = [1] }
        let test = store(on: files)
        _ = await test.receive(Self.document)
        await test.end()
        expect(files.isExcludedFromBackups(Self.path))
        expect(!files.isExcludedFromBackups("/cache/newest"))
    }

    // MARK: No directory

    @Test func `without a directory, the key lasts as long as the process, with a diagnostic once it is used`() async {
        let (first, second) = (store(on: MemoryFiles(), directory: nil), store(on: MemoryFiles(), directory: nil))
        expectEqual(key(of: first), key(of: second))
        expectEqual(codes(of: first), [.installationKeyNotKept])
        let unused = store(on: MemoryFiles(), directory: nil, document: #"{"a": true}"#)
        expect(codes(of: unused).isEmpty)
        _ = await unused.receive(Self.document)
        expectEqual(codes(of: unused), [.installationKeyNotKept])
        _ = await unused.receive(#"{"a": false}"#)
        _ = await unused.receive(Self.document)
        expectEqual(codes(of: unused), [.installationKeyNotKept])
    }

    @Test func `an app that gives a targeting key needs no directory`() {
        let document =
            #"{"half": {"defaultValue": 0, "valuesByVersion": [{"rollout": {"percent": 50, "salt": "a"}, "value": 1}]}}"#
        let test = TestStore(context: EvaluationContext(appVersion: "1", targetingKey: "u"), document: document) {
            $0.installationKey = nil
        }
        expect(codes(of: test).isEmpty)
        test.context.targetingKey = nil
        expectEqual(codes(of: test), [.installationKeyNotKept])
    }

    @Test func `the key is in no request`() async {
        let files = MemoryFiles()
        let test = store(on: files)
        for number in 0..<3 { _ = await test.receive("{\"n\": \(number)}", entityTag: "\"\(number)\"") }
        _ = await test.store.apply(patch: Array(#"{"n": 9}"#.utf8))
        _ = await test.receive(.failed(TransportFailure(.unreachable)))
        expect(test.transport.requests.count >= 4)
        for request in test.transport.requests {
            var text = ""
            dump(request, to: &text)
            expect(!text.contains(key(of: test)))
        }
        expect(!test.store.recentDiagnostics.description.contains(key(of: test)))
    }
}
