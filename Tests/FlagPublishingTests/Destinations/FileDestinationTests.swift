import FlagResolver
import FlagStore
import TestSupport
import Testing

@testable import FlagPublishing

struct FileDestinationTests {
    private let path = "/flags/app.json"

    private func record(_ author: String) -> PublicationRecord {
        PublicationRecord(date: Instant(seconds: 1_800_000_000), author: author)
    }

    private func bytes(_ number: Int) -> [UInt8] { Array("{\"a\": \(number)}".utf8) }

    /// Publishes a document, whatever the current one is.
    private func publish(
        _ number: Int, to files: MemoryFiles, keeping kept: Int = 50
    ) throws(PublishingFailure) -> PublicationOutcome {
        let destination = FileDestination(path: path, files: files)
        return try destination.publish(
            bytes(number), record("author \(number)"), replacing: try destination.current(), keeping: kept)
    }

    private func history(_ files: MemoryFiles) throws -> [String] {
        try FileDestination(path: path, files: files).history().map { past in
            let author = past.record?.author ?? "unknown"
            return
                "\(past.number) \(author) \(String(decoding: past.bytes, as: UTF8.self))\(past.isCurrent ? " *" : "")"
        }
    }

    @Test func `publications are numbered, and the newest are kept`() throws {
        let files = MemoryFiles()
        for number in 1...5 {
            guard case .published(let found) = try publish(number, to: files, keeping: 3) else {
                Issue.record("publication \(number) was lost")
                return
            }
            expectEqual(found, Int64(number))
        }
        expectEqual(files[path], bytes(5))
        try expectEqual(history(files), ["5 author 5 {\"a\": 5} *", "4 author 4 {\"a\": 4}", "3 author 3 {\"a\": 3}"])
        expectEqual(
            files.names.filter { $0.hasPrefix("/flags/") },
            [
                "/flags/.app.json.published/3", "/flags/.app.json.published/4", "/flags/.app.json.published/5",
                "/flags/.app.json.published/list", "/flags/app.json",
            ])
    }

    @Test func `a content that another program wrote is kept with a number`() throws {
        let files = MemoryFiles()
        files[path] = bytes(1)
        try expectNil(FileDestination(path: path, files: files).current()?.number)
        _ = try publish(2, to: files)
        files[path] = bytes(7)
        try expect(history(files).allSatisfy { !$0.hasSuffix("*") })
        _ = try publish(3, to: files)
        try expectEqual(
            history(files),
            [
                "4 author 3 {\"a\": 3} *", "3 unknown {\"a\": 7}", "2 author 2 {\"a\": 2}", "1 unknown {\"a\": 1}",
            ])
    }

    @Test func `a document that was read before another publication replaces nothing`() throws {
        let files = MemoryFiles()
        _ = try publish(1, to: files)
        let destination = FileDestination(path: path, files: files)
        let seen = try destination.current()
        _ = try publish(2, to: files)
        guard case .lost(let winner) = try destination.publish(bytes(3), record("late"), replacing: seen, keeping: 9)
        else {
            Issue.record("the later publication was overwritten")
            return
        }
        expectEqual(winner?.number, 2)
        expectEqual(winner?.record?.author, "author 2")
        expectEqual(files[path], bytes(2))
        guard case .lost = try destination.publish(bytes(3), record("late"), replacing: nil, keeping: 9) else {
            Issue.record("the file was overwritten by a publication that expected none")
            return
        }
    }

    @Test func `two publishers take turns`() throws {
        let files = MemoryFiles()
        _ = try publish(1, to: files)
        let lock = try #require(try files.lock("/flags/.app.json.published/lock"))
        let impatient = FileDestination(path: path, files: files, patience: .zero)
        let seen = try impatient.current()
        let failure = #expect(throws: PublishingFailure.self) {
            _ = try impatient.publish(bytes(2), record("author 2"), replacing: seen, keeping: 9)
        }
        expectEqual(failure, .busy(path: path))
        files.unlock(lock)
        _ = try publish(2, to: files)
        expectEqual(files[path], bytes(2))
    }

    @Test func `a publisher waits for the one before it`() throws {
        let files = MemoryFiles()
        _ = try publish(1, to: files)
        let lock = try #require(try files.lock("/flags/.app.json.published/lock"))
        expect(
            OwnThread.start {
                OwnThread.pause(milliseconds: 50)
                files.unlock(lock)
            })
        _ = try publish(2, to: files)
        expectEqual(files[path], bytes(2))
    }

    /// The process is killed, or the power fails, at every operation; the write in between is half done.
    @Test(arguments: MemoryFiles.Loss.allCases)
    func `interrupted anywhere, the file is whole and the history agrees with it`(_ loss: MemoryFiles.Loss) throws {
        var step = 0
        while true {
            let files = MemoryFiles()
            for number in 1...3 { _ = try publish(number, to: files, keeping: 3) }
            files.die(after: files.operationCount + step)
            let result = Result { () throws(PublishingFailure) in try publish(4, to: files, keeping: 3) }
            let left = files.remains(after: loss)
            let content = left[path]
            expect(content == bytes(3) || content == bytes(4), "\(loss), step \(step)")
            if case .success(.published) = result { expectEqual(content, bytes(4), "\(loss), step \(step)") }
            let current = try #require(try history(left).first { $0.hasSuffix("*") }, "\(loss), step \(step)")
            expectEqual(current, (content == bytes(3) ? "3 author 3 {\"a\": 3} *" : "4 author 4 {\"a\": 4} *"))
            guard case .published = try publish(5, to: left, keeping: 3) else {
                Issue.record("nothing can be published after an interruption")
                return
            }
            expectEqual(left[path], bytes(5))
            let after = try history(left)
            expect(after.first?.contains("author 5") == true && after.first?.hasSuffix("*") == true)
            expectEqual(after.dropFirst().first, String(current.dropLast(2)), "\(loss), step \(step): \(after)")
            if case .success = result { break }
            step += 1
        }
        expect(step > 15)
    }

    @Test func `a full disk leaves the old document`() throws {
        for operation in [MemoryFiles.Operation.create, .write, .synchronize, .rename, .synchronizeDirectory] {
            let files = MemoryFiles()
            _ = try publish(1, to: files)
            files.fail([operation])
            #expect(throws: PublishingFailure.self) { _ = try publish(2, to: files) }
            expectEqual(files[path], bytes(1))
        }
    }

    @Test func `a publication that allows a large change allows it to every reader, once`() async throws {
        let directory = try TemporaryDirectory()
        let path = "\(directory.path)/app.json"
        func publish(_ number: Int, allowsLargeChange: Bool) throws {
            let destination = FileDestination(path: path)
            let record = PublicationRecord(
                date: Instant(seconds: 1_800_000_000), author: "test", allowsLargeChange: allowsLargeChange)
            _ = try destination.publish(bytes(number), record, replacing: try destination.current(), keeping: 50)
        }
        func allowance(_ file: PublishedFile) async -> Bool? {
            guard case .received(let received) = await file.fetch(DocumentRequest()) else { return nil }
            return received.allowsLargeChange
        }
        try publish(1, allowsLargeChange: false)
        let (reader, late) = (PublishedFile(path: path), PublishedFile(path: path))
        await expect(allowance(reader) == false)
        await expect(allowance(late) == false)
        try publish(2, allowsLargeChange: true)
        await expect(allowance(reader) == true)
        try publish(3, allowsLargeChange: false)
        await expect(allowance(reader) == false)
        // One that has missed the publication gets the permission with the next one.
        await expect(allowance(late) == true)
        await expect(allowance(PublishedFile(path: path)) == true)
        // What another program writes has no permission.
        try directory.write("{\"a\": 9}", to: "app.json")
        await expect(allowance(PublishedFile(path: path)) == false)
        withExtendedLifetime(directory) {}
    }

    @Test func `the permission is part of the record`() {
        for isAllowed in [false, true] {
            let record = PublicationRecord(date: Instant(seconds: 0), author: "a", allowsLargeChange: isAllowed)
            expectEqual(PublicationRecord(record.bytes), record)
        }
    }
}
