import FlagPublishing
import FlagStore
import Foundation
import TestSupport
import Testing

@testable import flagctl

/// Folders that a server reads.
struct ServedFolderTests {
    @Test(arguments: ["../out/secret.json", "own/inside.json"])
    func `a link in a folder is followed only within the folder`(target: String) async throws {
        let scratch = try Scratch()
        try scratch.write(#"{"secret": true}"#, to: "out/secret.json")
        try scratch.write(#"{"inside": true}"#, to: "served/own/inside.json")
        try scratch.write(#"{"shown": true}"#, to: "served/a.json")
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/served/l.json", withDestinationPath: target)
        let root = RootFolder(of: "\(scratch.path)/served")
        let transport = DocumentSource.transport(
            for: .file("\(scratch.path)/served"), isDirectory: true, ConnectionOptions()
        ) { root.contains($0) }
        let outcome = await transport.fetch(DocumentRequest(byteLimit: 1_000, timeLimit: .seconds(5)))
        switch outcome {
        case .received(let document):
            expectEqual(target, "own/inside.json")
            expectEqual(String(decoding: document.bytes, as: UTF8.self).contains("inside"), true)
        case .failed(let failure):
            expectEqual(target, "../out/secret.json")
            expect(failure.detail.contains("l.json is a link that leads out of the directory"), "\(failure)")
        case .notModified: expect(Bool(false))
        }
    }
}
