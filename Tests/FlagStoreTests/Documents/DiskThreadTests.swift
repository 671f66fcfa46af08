import FlagResolver
import FlagStore
import FlagStoreTesting
import Foundation
import TestSupport
import Testing

/// The disk is written on a thread of the store alone: never on the caller's, and never on Swift's shared threads.
struct DiskThreadTests {
    /// Files that record whether they are changed within a task: by a caller, as in this test, or on a shared thread.
    final class RecordingFiles: WrappedFiles {
        struct Change: Hashable, Sendable {
            let operation: String
            let isInTask: Bool
        }

        let files = MemoryFiles()
        private let state = Locked<Set<Change>>([])
        private let isRecording = Locked(false)

        var changes: Set<Change> { state.withLock { $0 } }

        func startRecording() { isRecording.withLock { $0 = true } }

        private func record(_ operation: String) {
            guard isRecording.withLock({ $0 }) else { return }
            let change = Change(operation: operation, isInTask: unsafe withUnsafeCurrentTask { unsafe $0 != nil })
            state.withLock { _ = $0.insert(change) }
        }

        func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile) throws(FileFailure) {
            record("write")
            try files.write(bytes, to: file)
        }

        func append(_ bytes: [UInt8], to path: String) throws(FileFailure) {
            record("append")
            try files.append(bytes, to: path)
        }

        func synchronize(_ file: OpenFile) throws(FileFailure) {
            record("synchronize")
            try files.synchronize(file)
        }

        func rename(_ path: String, to newPath: String) throws(FileFailure) {
            record("rename")
            try files.rename(path, to: newPath)
        }

        func synchronizeDirectory(_ path: String) throws(FileFailure) {
            record("synchronizeDirectory")
            try files.synchronizeDirectory(path)
        }

        func setModificationTime(of path: String, to time: Int64) throws(FileFailure) {
            record("setModificationTime")
            try files.setModificationTime(of: path, to: time)
        }
    }

    @Test func `work that is done later waits for all other work, and the last of a name replaces the others`() async {
        let thread = SerialThread()
        let done = Locked<[String]>([])
        @Sendable func add(_ text: String) { done.withLock { $0.append(text) } }
        // The thread begins once everything is added.
        let isFilled = Locked(false)
        thread.enqueue { while !isFilled.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) } }
        for number in 1...500 { thread.enqueueLater("overrides") { add("overrides \(number)") } }
        thread.enqueueLater(nil) { add("first") }
        thread.enqueueLater(nil) { add("second") }
        thread.enqueue {
            add("document")
            thread.enqueue { add("another document") }
        }
        isFilled.withLock { $0 = true }
        await thread.finish()
        expectEqual(
            done.withLock { $0 }, ["document", "another document", "overrides 500", "first", "second"])
    }

    @Test func `the last of many overrides is kept`() async {
        let files = MemoryFiles()
        let test = TestStore(on: files) { $0.keepsOverrides = true }
        for limit in 1...500 { test.store.override(.maxItems, with: limit) }
        await expectEqual(test.receive(#"{"payments": true}"#), .activated(changedNames: ["payments"]))
        await test.end()
        let next = TestStore(on: files) { $0.keepsOverrides = true }
        expect(next.store[.maxItems] == 500 && next.store[.payments])
    }

    @Test func `no caller and no shared thread waits for the disk`() async {
        let files = RecordingFiles()
        let test = TestStore(on: files)
        files.startRecording()
        for round in 1...3 {
            await expectEqual(test.receive(#"{"count": \#(round)}"#), .activated(changedNames: ["count"]))
            _ = await test.store.apply(patch: Array(#"{"count": \#(-round)}"#.utf8))
            test.store.confirm()
            await test.store.liftQuarantine()
        }
        await test.end()
        let written: Set = ["write", "synchronize", "rename", "synchronizeDirectory"]
        expect(Set(files.changes.map(\.operation)).isSuperset(of: written))
        expect(files.changes.filter(\.isInTask).isEmpty)
    }
}
