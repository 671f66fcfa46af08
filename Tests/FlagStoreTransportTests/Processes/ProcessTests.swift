// Apps on other platforms cannot start processes.
#if os(macOS) || os(Linux)
    import FlagStore
    import Foundation
    import TestSupport
    import Testing

    /// The example app as a process that is killed, on a real file system.
    @Suite(.blocking)
    struct ProcessTests {
        private let directory: TemporaryDirectory
        private var cache: String { directory.path + "/cache" }
        private var source: String { directory.path + "/source.json" }

        init() throws {
            directory = try TemporaryDirectory()
        }

        /// A document that takes a while to write.
        private func document(_ number: Int, padding: Int = 300_000) -> String {
            """
            {"syncInterval": \(number), "payments": true, "checkout": "modern", \
            "padding": "\(String(repeating: "x", count: padding))"}
            """
        }

        private func publish(_ text: String) throws {
            try directory.write(text, to: "source.json.new")
            expect(replaceFile(source, with: source + ".new"))
        }

        /// The value that the next start finds without a source, and its layer.
        private func nextStart() async throws -> (value: Int, layer: String)? {
            let app = try RunningApp(["--once", "--cache", cache])
            await expectEqual(app.status(), 0)
            expectEqual(app.errors, "")
            let words =
                app.output.split(separator: "\n").first { $0.hasPrefix("syncInterval") }?.split(separator: " ") ?? []
            guard words.count == 3, let value = Int(words[1]) else { return nil }
            return (value, String(words[2]))
        }

        @Test
        func `S2, S5: killed while documents come, the next start has a whole one, and never an older one than before`()
            async throws
        {
            var random = SeededRandom(seed: 5)
            var published = 1
            var last = 0
            for round in 0..<TestScale.rounds(8) {
                try publish(document(published))
                let app = try RunningApp(["--source", source, "--cache", cache])
                await expect(app.writes("syncInterval"))
                let end = ContinuousClock.now + .milliseconds(Int.random(in: 0...80, using: &random))
                while ContinuousClock.now < end {
                    published += 1
                    try publish(document(published))
                    try await Task.sleep(for: .milliseconds(3))
                }
                app.kill()
                let found = try #require(try await nextStart(), "seed 5, round \(round)")
                expectEqual(found.layer, "(last-known-good)")
                expect((last...published).contains(found.value), "seed 5, round \(round)")
                last = found.value
            }
            expect(last > 0)
        }

        @Test func `S2, S3: killed in the middle of writing, there is the old document or the new one`() async throws {
            var random = SeededRandom(seed: 6)
            let path = cache
            var unfinished = 0
            var round = 0
            // On a busy machine, many processes are killed before they write. Go on until some are hit in the middle.
            let wanted = TestScale.rounds(2)
            while round < TestScale.rounds(12) || unfinished <= wanted && round < 60 * (wanted + 1) {
                round += 1
                let microseconds = Int.random(in: 2_000...30_000, using: &random)
                await #expect(processExitsWith: .signal(9)) {
                    [path = path as String, microseconds = microseconds as Int] in
                    writeForever(in: path, killedAfter: microseconds)
                }
                unfinished += FileManager.default.fileExists(atPath: path + "/newest.temporary") ? 1 : 0
                let cache = DocumentCache(directory: path)
                let found = cache.start()
                cache.endTrial()
                expectEqual(found.diagnostics, [], "seed 6, round \(round)")
                let document = try #require(found.document, "seed 6, round \(round)")
                expectNil(cache.confirm(document.identity, at: 0))
            }
            // Some kills have to hit the middle of a write.
            expect(unfinished > wanted)
        }

        @Test(.enabled(if: TestProcess.canMount, "no small file system can be mounted here"))
        func `S4: on a disk that is full documents are used, and the old file stays`() async throws {
            try directory.write(document(1, padding: 10), to: "small.json")
            try directory.write(document(2), to: "large.json")
            let run = try RunningApp(
                shell: """
                    set -e
                    cd '\(directory.path)'
                    mkdir disk
                    mount -t tmpfs -o size=128k tmpfs disk
                    "$app" --once --cache disk/cache --source small.json
                    "$app" --once --cache disk/cache --source large.json
                    "$app" --once --cache disk/cache
                    """)
            await expectEqual(run.status(), 0)
            let values = run.output.split(separator: "\n").filter { $0.hasPrefix("syncInterval") }
            expectEqual(
                values,
                [
                    "syncInterval  1  (remote)", "syncInterval  2  (remote)", "syncInterval  1  (last-known-good)",
                ])
            let errors = run.errors.split(separator: "\n")
            expectEqual(errors.count, 1)
            expect(errors.first?.contains("No space left on device") == true)
            expect(errors.first?.hasSuffix("[cache-not-written]") == true)
        }

        @Test
        func `S5: of two processes on one directory the second takes over when the first is killed`() async throws {
            try publish(document(1, padding: 10))
            let first = try RunningApp(["--source", source, "--cache", cache])
            await expect(first.writes("syncInterval  1"))
            let second = try RunningApp(["--source", source, "--cache", cache])
            await expect(second.writes("syncInterval  1"))
            for number in 2...4 {
                try publish(document(number, padding: 10))
                await expect(first.writes("syncInterval  \(number)"))
                await expect(second.writes("syncInterval  \(number)"))
            }
            first.kill()
            try publish(document(5, padding: 10))
            await expect(second.writes("syncInterval  5"))
            second.kill()
            try await expectEqual(nextStart()?.value, 5)
        }

        @Test func `S6: an app that returns from main, and one that is killed, are told apart`() async throws {
            try publish(document(1, padding: 10))
            for _ in 0..<5 {
                let app = try RunningApp(["--once", "--source", source, "--cache", cache])
                await expectEqual(app.status(), 0)
            }
            try await expectEqual(nextStart()?.layer, "(last-known-good)")
            try publish(document(2, padding: 10))
            for _ in 0..<3 {
                let app = try RunningApp(["--source", source, "--cache", cache])
                await expect(app.writes("syncInterval  2"))
                app.kill()
            }
            // The app has confirmed the first document.
            let app = try RunningApp(["--once", "--cache", cache])
            await expectEqual(app.status(), 0)
            expect(app.errors.contains("[document-quarantined]"))
            expect(app.output.contains("syncInterval  1  (last-known-good)"))
        }

        @Test(arguments: ["--background", "--leave"])
        func `S6: an app that is suspended in the background and killed keeps its document`(phase: String) async throws
        {
            try publish(document(1, padding: 10))
            let first = try RunningApp(["--once", "--source", source, "--cache", cache])
            await expectEqual(first.status(), 0)
            try publish(document(2, padding: 10))
            for start in 1...5 {
                let app = try RunningApp([phase, "--source", source, "--cache", cache])
                await expect(app.writes(phase == "--leave" ? "in the background" : "syncInterval  2"), "start \(start)")
                app.suspend()
                app.kill()
                expectEqual(app.errors, "", "start \(start)")
            }
            try await expectEqual(nextStart()?.value, 2)
        }

        @Test func `S6: exit is a normal end without closing the store, and a crash is not`() async throws {
            for (exits, isCounted) in [(true, false), (false, true)] {
                await #expect(processExitsWith: exits ? .exitCode(0) : .signal(SIGABRT)) {
                    [path = cache as String, exits = exits as Bool] in
                    var configuration = StoreConfiguration()
                    configuration.directory = path
                    let store = SettingsStore(appVersion: "1.0", configuration)
                    withExtendedLifetime(store) {
                        if exits { exit(0) } else { abort() }
                    }
                }
                expectEqual(FileManager.default.fileExists(atPath: cache + "/starts"), isCounted)
            }
        }

        @Test(.enabled(if: HTTPLibrary.curlIsThere, "libcurl is not there"))
        func `follows a server, and goes on without it`() async throws {
            let server = try TestServer(answering: Answer.steps("200 OK", ["ETag: \"1\""], document(7, padding: 1)))
            let address = try server.address().text
            let app = try RunningApp(["--source", address, "--cache", cache])
            await expect(app.writes("syncInterval  7  (remote)"))
            app.kill()
            server.answer(Answer.steps("503 Later", [], ""))
            let offline = try RunningApp(["--once", "--source", address, "--cache", cache])
            await expect(offline.writes("syncInterval  7  (last-known-good)"))
            expectEqual(server.requests.last?.value(of: "if-none-match"), "\"1\"")
        }

        @Test(
            arguments: [
                (["--help"], 0), (["--nonsense"], 2), (["--source"], 2), (["--source", "http://example.com/"], 2),
            ]
                as [([String], Int32)])
        func `says how it is used`(arguments: [String], status: Int32) async throws {
            let app = try RunningApp(arguments)
            await expectEqual(app.status(), status)
            expect((app.output + app.errors).isEmpty == false)
            expectEqual(app.output.isEmpty, status != 0)
        }
    }
#endif
