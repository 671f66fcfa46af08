import FlagResolver
import FlagServer
import TestSupport
import Testing

/// Several documents, readiness and metrics.
struct DocumentTests {
    @Test func `before the first document the server is alive but not ready`() throws {
        let service = try TestService(nil)
        expectEqual(service.send(.get, "/healthz").text, #"{"status":"ok"}"#)
        let ready = service.send(.get, "/readyz")
        expect(ready.status == 503 && ready.text == #"{"ready":false,"documents":[{}]}"#)
        for path in ["/v1/document"] { expectEqual(service.send(.get, path).errorCode, "PROVIDER_NOT_READY") }
        expectEqual(service.evaluate("a").status, 503)
    }

    @Test func `readiness tells the version and the age, and whether the last update failed`() throws {
        let service = try TestService(#"{"$version": 7, "a": 1}"#)
        let tag = try #require(service.send(.get, "/v1/document").value(of: "ETag"))
        let quoted = tag.split(separator: "\"").joined()
        expectEqual(
            service.send(.get, "/readyz").text,
            #"{"ready":true,"documents":[{"etag":"\"\#(quoted)\"","documentVersion":7,"ageSeconds":10}]}"#)
        service.slot.reject("app.json: not JSON")
        expect(service.send(.get, "/readyz").text.contains(#""ageSeconds":10,"lastUpdateFailed":true"#))
        service.slot.confirm(at: .seconds(99))
        expect(service.send(.get, "/readyz").text.contains(#""ageSeconds":1}"#))
    }

    @Test func `metrics and the metadata of all values tell the version, if the document has one`() throws {
        for (document, version, metadata) in [
            (#"{"$version": 7, "a": 1}"#, "7", #""metadata":{"documentVersion":7}"#),
            (#"{"a": 1}"#, "", #""metadata":{}"#),
        ] {
            let service = try TestService(document)
            let info = service.send(.get, "/metrics").text.split(separator: "\n")
                .filter { $0.hasPrefix("flagctl_document_info{") }
            expect(info.count == 1 && info.first?.hasSuffix(",version=\"\(version)\"} 1") == true, "\(info)")
            let values = service.send(.post, "/ofrep/v1/evaluate/flags", "{}").text
            expect(values.contains("],\(metadata),\"eventStreams\""), "\(values)")
        }
    }

    @Test func `metrics count answers, changes and failures`() throws {
        let service = try TestService(#"{"a": 1}"#)
        _ = service.evaluate("a")
        _ = service.evaluate("a")
        _ = service.evaluate("b")
        _ = service.send(.get, "/nothing")
        service.slot.reject("no")
        service.slot.serve(ServedDocument(try SettingsDocument(parsing: Array("{}".utf8))), at: .seconds(100))
        let text = service.send(.get, "/metrics").text
        for line in [
            #"flagctl_requests_total{route="flag",status="200"} 2"#,
            #"flagctl_requests_total{route="flag",status="404"} 1"#,
            #"flagctl_requests_total{route="none",status="404"} 1"#,
            #"flagctl_document_ready{document=""} 1"#, #"flagctl_document_settings{document=""} 0"#,
            #"flagctl_document_age_seconds{document=""} 0"#, #"flagctl_document_changes_total{document=""} 1"#,
            #"flagctl_document_failures_total{document=""} 1"#,
        ] {
            expect(text.split(separator: "\n").contains { $0 == line }, "\(line) in \(text)")
        }
    }

    @Test func `an address for management answers only what is about the server`() throws {
        let service = try TestService(#"{"a": 1}"#)
        for (path, isAnswered) in [
            ("/healthz", true), ("/readyz", true), ("/metrics", true), ("/v1/document", false), ("/", false),
            ("/v1/inspect", false),
        ] {
            let head = RequestHead(method: .get, target: path, fields: [HeaderField("Host", "localhost")])
            let admission = service.service.admit(head, in: .server, at: service.time)
            expectEqual((admission.request != nil), isAnswered, "\(path)")
        }
    }

    @Test func `metrics have connections, streams, and how long answers took`() throws {
        let service = try TestService(#"{"a": 1}"#)
        let stream = service.send(.get, "/v1/events")
        service.service.note(connectionCount: 7)
        let head = RequestHead(method: .get, target: "/v1/document", fields: [HeaderField("Host", "localhost")])
        let request = try #require(service.service.admit(head, at: service.time).request)
        for duration in [Duration.microseconds(90), .milliseconds(5), .seconds(20)] {
            service.service.note(duration, of: request)
        }
        let lines = service.send(.get, "/metrics").text.split(separator: "\n")
        let name = "flagctl_request_duration_seconds"
        for line in [
            "flagctl_connections 7", "flagctl_streams 1", #"\#(name)_bucket{route="document",le="0.0001"} 1"#,
            #"\#(name)_bucket{route="document",le="0.001"} 1"#, #"\#(name)_bucket{route="document",le="0.01"} 2"#,
            #"\#(name)_bucket{route="document",le="10"} 2"#, #"\#(name)_bucket{route="document",le="+Inf"} 3"#,
            #"\#(name)_sum{route="document"} 20.005090"#, #"\#(name)_count{route="document"} 3"#,
        ] {
            expect(lines.contains { $0 == line }, "\(line)")
        }
        expectEqual(stream.status, 200)
    }

    @Test func `a server that is about to end is alive and answers, but is not ready`() throws {
        let service = try TestService(#"{"a": 1}"#)
        service.service.announceEnd()
        let ready = service.send(.get, "/readyz")
        expect(ready.status == 503 && ready.text.hasPrefix(#"{"ready":false,"ending":true,"documents":[{"etag":"#))
        expectEqual(service.send(.get, "/healthz").status, 200)
        expectEqual(service.evaluate("a").status, 200)
    }

    @Test(arguments: ["/healthz", "/readyz", "/metrics"])
    func `probes may name any host, but not for what is about documents`(_ path: String) throws {
        let service = try TestService(#"{"a": 1}"#)
        expectEqual(service.send(.get, path, host: "10.0.0.7:8321").status, 200)
        expectEqual(service.send(.get, "/v1/document", host: "10.0.0.7:8321").status, 421)
        expectEqual(service.send(.get, "\(path)/none", host: "10.0.0.7:8321").status, 421)
    }

    @Test func `metrics are those of one moment`() async throws {
        let service = try TestService(nil)
        let documents = try (0..<100).map { number in
            ServedDocument(try SettingsDocument(parsing: Array(#"{"$version": \#(number), "a": 1}"#.utf8)))
        }
        let slot = service.slot
        slot.serve(documents[0], at: .seconds(90))
        let serving = Task {
            var changeCount = 0
            while !Task.isCancelled {
                changeCount += 1
                slot.serve(documents[changeCount % documents.count], at: .seconds(90))
                await Task.yield()
            }
        }
        defer { serving.cancel() }
        for _ in 0..<300 {
            let lines = service.send(.get, "/metrics").text.split(separator: "\n")
            let info = try #require(lines.first { $0.hasPrefix("flagctl_document_info{") })
            let version = info.split(separator: "version=\"").last.flatMap { Int($0.prefix { $0 != "\"" }) }
            let changes = try #require(lines.first { $0.hasPrefix("flagctl_document_changes_total{") })
            let changeCount = changes.split(separator: " ").last.flatMap { Int($0) }
            expectEqual(version, changeCount.map { $0 % documents.count })
        }
    }

    @Test func `several documents are below their names`() throws {
        let service = try TestService(documents: ["app": #"{"name": "app"}"#, "tv": #"{"name": "tv"}"#])
        expect(service.send(.post, "/app/ofrep/v1/evaluate/flags/name", "{}").text.contains(#""value":"app""#))
        expectEqual(service.send(.get, "/tv/v1/document").text, #"{"name": "tv"}"#)
        expectEqual(service.send(.get, "/v1/document").status, 404)
        expectEqual(service.send(.get, "/tv/healthz").status, 404)
        expectEqual(service.send(.get, "/healthz").status, 200)
        expectEqual(service.send(.get, "/web/v1/document").status, 404)
    }

    /// A swap between two reads of a request would show a value of one document beside one of the other.
    @Test func `concurrent swaps never mix two documents in one answer`() async throws {
        let service = try TestService(nil)
        let documents = try (0..<2).map { number in
            let settings = (0..<50).map { "\"s\($0)\": \(number)" }.joined(separator: ", ")
            return ServedDocument(try SettingsDocument(parsing: Array("{\(settings)}".utf8)))
        }
        service.slot.serve(documents[0], at: .zero)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for swap in 0..<1_000 { service.slot.serve(documents[swap % 2], at: .zero) }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        let text = service.send(.post, "/ofrep/v1/evaluate/flags", "{}").text
                        expect(text.contains("\"value\":0,") != text.contains("\"value\":1,"))
                    }
                }
            }
        }
    }
}
