import FlagStore
import Foundation
import TestSupport
import Testing

struct SystemFilesTests {
    @Test func `S5: a lock is released though a program that was just started still shares the file`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/owner"
        let files = SystemFiles()
        let lock = try #require(try files.lock(path))
        try expectNil(files.lock(path))
        // The copy of the process in which a program starts has the open file, as this duplicate does.
        let shared = dup(lock.number)
        try #require(shared >= 0)
        defer { close(shared) }
        files.unlock(lock)
        let next = try #require(try files.lock(path))
        files.unlock(next)
    }
}
