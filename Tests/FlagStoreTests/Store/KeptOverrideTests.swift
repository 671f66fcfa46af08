import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// Overrides that survive a restart.
struct KeptOverrideTests {
    private static let document = #"{"payments": false, "checkout": {"maxItems": 3, "style": "legacy"}}"#
    private static let path = "/cache/overrides"

    private func store(
        on files: MemoryFiles, keeps: Bool = true, _ configure: (inout StoreConfiguration) -> Void = { _ in }
    ) -> TestStore {
        TestStore(on: files, document: Self.document) { configuration in
            configuration.keepsOverrides = keeps
            configuration.keys = [
                SettingKey<Bool>.payments, SettingKey<Int>.maxItems, SettingKey<CheckoutStyle>.checkoutStyle,
                SettingKey<Theme>.theme,
            ]
            configure(&configuration)
        }
    }

    /// Files of a run that has overridden two settings.
    private func filesWithOverrides() async throws -> MemoryFiles {
        let files = MemoryFiles()
        let test = store(on: files)
        test.store.override(.payments, with: true)
        try test.store.override("checkout.style", withText: "modern", until: test.date.addingTimeInterval(1_000))
        await test.end()
        return files
    }

    @Test(arguments: MemoryFiles.Loss.allCases)
    func `S2: overrides survive a restart and a power failure`(loss: MemoryFiles.Loss) async throws {
        let files = try await filesWithOverrides().remains(after: loss)
        let next = store(on: files)
        expect(next.store[.payments])
        expectEqual(next.store[.checkoutStyle], .modern)
        expectEqual(next.store.resolution(of: .payments).layer, .debugOverride)
        expectEqual(next.store.settings.filter(\.isOverridden).map(\.name), ["checkout.style", "payments"])
        expect(next.store.recentDiagnostics.isEmpty)
        next.store.removeOverride(of: "payments")
        await next.end()
        let last = store(on: files)
        expectEqual(last.store.settings.filter(\.isOverridden).map(\.name), ["checkout.style"])
        last.store.removeAllOverrides()
        await last.end()
        expect(store(on: files).store.settings.allSatisfy { !$0.isOverridden })
    }

    @Test func `overrides are kept and read only if the app allows it`() async throws {
        let files = try await filesWithOverrides()
        let release = store(on: files, keeps: false)
        expect(!release.store[.payments])
        release.store.override(.maxItems, with: 9)
        await release.end()
        let debug = store(on: files)
        expect(debug.store[.payments])
        expectEqual(debug.store[.maxItems], 3)
    }

    @Test func `an override ends while the app does not run`() async throws {
        let files = try await filesWithOverrides()
        let later = store(on: files) { $0.clock = ManualClock(wallTime: 1_800_001_000) }
        expect(later.store[.payments])
        expectEqual(later.store[.checkoutStyle], .legacy)
    }

    @Test func `S3: a damaged file is ignored with a diagnostic, and the next override replaces it`() async throws {
        let files = try await filesWithOverrides()
        let bytes = try #require(files[Self.path])
        var random = SeededRandom(seed: 7)
        var damages = (0..<bytes.count).map { Array(bytes[..<$0]) } + [bytes + [0]]
        for index in bytes.indices {
            var flipped = bytes
            flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            damages.append(flipped)
        }
        // Files with a right checksum that have no overrides, or malformed ones.
        for payload in ["", "{}", "[]", #"{"$overrides": {"payments": true}}"#] {
            damages.append(CacheFile(writtenAt: 0, payload: Array(payload.utf8)).encoded)
        }
        for damage in damages {
            files[Self.path] = damage
            let test = store(on: files)
            expect(!test.store[.payments])
            expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheUnreadable])
            test.store.override(.payments, with: true)
            await test.end()
            let next = store(on: files)
            expect(next.store[.payments] && next.store.recentDiagnostics.isEmpty)
            await next.end()
        }
    }

    @Test func `S4: a failed write is a diagnostic, and the override holds until the end of the process`() async {
        let files = MemoryFiles()
        let test = store(on: files)
        files.fail([.write])
        test.store.override(.payments, with: true)
        await test.store.finishWriting()
        expect(test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
    }

    @Test func `an extension sees the overrides of the app, and writes none`() async throws {
        let files = try await filesWithOverrides()
        let `extension` = store(on: files) { $0.directoryAccess = .readOnly }
        expect(`extension`.store[.payments])
        `extension`.store.removeAllOverrides()
        await `extension`.end()
        expect(store(on: files).store[.payments])
    }

    @Test func `S6: after crashes in a row, overrides of earlier runs are not in effect`() async throws {
        var files = try await filesWithOverrides()
        for _ in 1...3 {
            let test = store(on: files)
            expect(test.store[.payments])
            files = await test.crash(files)
        }
        let safe = store(on: files)
        expect(!safe.store[.payments])
        expect(safe.store.recentDiagnostics.contains { $0.message.contains("overrides of earlier runs") })
        await safe.end()
        let next = store(on: files)
        expect(next.store[.payments])
    }

    @Test func `a kept override of a type that has changed is reported, and passed over`() async throws {
        let files = try await filesWithOverrides()
        let key = SettingKey("payments", default: "none")
        let next = TestStore(on: files) {
            $0.keepsOverrides = true
            $0.keys = [key, SettingKey<CheckoutStyle>.checkoutStyle]
        }
        expectEqual(next.store[key], "none")
        expectEqual(
            next.store.recentDiagnostics.map(\.message),
            [
                #"the override of "payments" is true, expected String; it is ignored"#
            ])
    }

    @Test func `a kept override of a setting that is gone is reported`() async throws {
        let files = try await filesWithOverrides()
        let next = TestStore(on: files) {
            $0.keepsOverrides = true
            $0.keys = [SettingKey<CheckoutStyle>.checkoutStyle]
        }
        expectEqual(next.store.recentDiagnostics.map(\.code), [.badOverride])
    }

    @Test func `a value that cannot be written as JSON is in effect, and the store says that it is not kept`() async {
        let files = MemoryFiles()
        let test = store(on: files)
        test.store.override(.theme, with: Theme(name: "dark", size: 2))
        expectEqual(test.store[.theme].name, "dark")
        expectEqual(test.store.recentDiagnostics.map(\.code), [.badOverride])
        expect(!test.store.exportedOverrides.contains("theme"))
        await test.end()
        expectEqual(store(on: files).store[.theme].name, "plain")
    }

    @Test func `without a directory, nothing is kept, and the store says so`() {
        let test = TestStore { $0.keepsOverrides = true }
        test.store.override(.payments, with: true)
        expect(test.store[.payments])
        expectEqual(test.store.recentDiagnostics.map(\.code), [.cacheNotWritten])
    }

    @Test func `the last of many concurrent overrides is kept`() async {
        let files = MemoryFiles()
        let test = store(on: files)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...50 {
                group.addTask { test.store.override(.maxItems, with: number) }
            }
        }
        let value = test.store[.maxItems]
        await test.end()
        expectEqual(store(on: files).store[.maxItems], value)
    }
}
