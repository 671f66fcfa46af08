import TestSupport
import Testing

@testable import flagctl

/// The server as a process, asked with `curl`.
@Suite(.blocking, .enabled(if: Serving.isPossible, Serving.reason))
struct ServeTests {
    private static let document = """
        {
          "checkout": { "defaultValue": "legacy", "valuesByVersion": [
            { "name": "new", "appVersion": ">=2.0.0", "value": "modern" }
          ] },
          "payments": true
        }
        """

    private func serve(_ script: String, in scratch: Scratch) throws -> Run {
        try scratch.shell(Serving.functions + script)
    }

    @Test func `a server answers, and ends with SIGTERM`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        let run = try serve(
            """
            serve app.json
            ask -d '{"context": {"appVersion": "2.1.0"}}' $url/ofrep/v1/evaluate/flags/checkout
            ask -d '{}' $url/ofrep/v1/evaluate/flags
            ask -d '{"context": {"appVersion": "2.1.0"}}' $url/v1/resolve
            flagctl resolve --version 2.1.0 --format json app.json
            curl -sS $url/v1/document | cmp - app.json && echo same
            ask $url/healthz
            ask -o /dev/null -w '%{http_code}' $url/readyz
            ask -o /dev/null -w '%{http_code}' -H 'Host: evil.example' $url/v1/document
            ask -o /dev/null -w '%{http_code}' -H 'Host: probe.example' $url/healthz
            end TERM
            sed 's/:[0-9]*$/:PORT/' output; cat messages
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"key":"checkout","value":"modern","reason":"TARGETING_MATCH","variant":"new","metadata":{}}
            {"flags":[{"key":"checkout","value":"legacy","reason":"DEFAULT","variant":"default","metadata":{"missing":"appVersion"}},{"key":"payments","value":true,"reason":"STATIC","variant":"default","metadata":{}}],"metadata":{},"eventStreams":[{"type":"sse","endpoint":{"requestUri":"/v1/events"}}]}
            {"schema":"flagctl/resolve/1","results":[{"file":"app.json","version":"2.1.0","values":{"checkout":"modern","payments":true}}]}

            {"schema":"flagctl/resolve/1","results":[{"file":"app.json","version":"2.1.0","values":{"checkout":"modern","payments":true}}]}
            same
            {"status":"ok"}
            200
            421
            200
            status 0
            listening on http://127.0.0.1:PORT
            stopping: no new connections
            stopped

            """, "\(run.error)")
    }

    @Test func `reasons and locations are those of resolve`() throws {
        let scratch = try Scratch()
        try scratch.write(Self.document, to: "app.json")
        let run = try serve(
            """
            serve app.json
            curl -sS -d '{"context": {"appVersion": "2.1.0"}, "explain": true}' $url/v1/resolve > service
            curl -sS -d '{"context": {}, "explain": true}' $url/v1/resolve > versionless
            flagctl resolve --version 2.1.0 --explain --format json app.json | cmp - service && echo same
            cat versionless
            end TERM
            """, in: scratch)
        expectEqual(
            run.output,
            """
            same
            {"schema":"flagctl/resolve/1","results":[{"file":"app.json","values":{"checkout":"legacy","payments":true},"details":{"checkout":{"reason":"ERROR","line":2,"column":33},"payments":{"reason":"STATIC","line":5,"column":15}}}]}
            status 0

            """, "\(run.error)")
    }

    @Test func `a changed file is served, and a bad one is not`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1, "b": 2, "c": 3}"#, to: "app.json")
        let run = try serve(
            """
            serve app.json
            echo '{"a": 5, "b": 2, "c": 3}' > new; mv new app.json
            await 'a new document is served' messages
            ask $url/v1/document
            echo '{"a" 1}' > new; mv new app.json
            await json-syntax messages
            ask $url/v1/document
            ask $url/readyz | sed 's/"etag":"[^,]*,//; s/:[0-9]*,"last/:N,"last/'
            echo '{"a": 1}' > new; mv new app.json
            await removes-settings messages
            ask $url/v1/document
            rm app.json
            await 'cannot read' messages
            ask $url/v1/document
            echo '{"a": 7, "b": 2, "d": 3}' > new; mv new app.json
            kill -HUP $pid
            await 'a new document is served: 3 settings' messages 2
            ask $url/v1/document
            ask $url/readyz | grep -c lastUpdateFailed
            end TERM
            grep error: messages
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"a": 5, "b": 2, "c": 3}

            {"a": 5, "b": 2, "c": 3}

            {"ready":true,"documents":[{"ageSeconds":N,"lastUpdateFailed":true}]}
            {"a": 5, "b": 2, "c": 3}

            {"a": 5, "b": 2, "c": 3}

            {"a": 7, "b": 2, "d": 3}

            0
            status 0
            app.json: error: line 1, column 6: found `1`, expected `:` after the key; the old document is still served [json-syntax]
            app.json: error: the new document has only 1 of the 3 settings that are served; the old document is still served [removes-settings]
            app.json: error: cannot read app.json: No such file or directory; the old document is still served

            """, "\(run.error)")
    }

    @Test(arguments: [
        ("", "the new document is empty, expected an object of settings: { … }"),
        (
            "<html></html>",
            "the new document is rejected: the response is a web page, perhaps of a captive portal, expected a document"
        ),
    ])
    func `a file that no document is in any more is reported once`(_ content: String, _ message: String) throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        try scratch.write(content, to: "content")
        let run = try serve(
            """
            failures() { curl -sS $url/metrics | sed -n 's/^flagctl_document_failures_total.* //p'; }
            failed_again() { [ "$(failures)" -gt $known ]; }
            serve app.json
            mv content app.json
            await 'error:' messages
            known=$(failures)
            kill -HUP $pid
            eventually failed_again
            ask $url/v1/document
            # What comes later is reported later.
            echo '{"a": 2}' > new; mv new app.json
            await 'a new document is served' messages
            end TERM
            grep error: messages
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"a": 1}
            status 0
            app.json: error: \(message); the old document is still served

            """, "\(run.error)")
    }

    @Test func `a directory is one document, and several sources have names`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "flags/10.json")
        try scratch.write(#"{"b": 2}"#, to: "flags/20.json")
        try scratch.write(#"{"c": 3}"#, to: "tv.json")
        let run = try serve(
            """
            serve app=flags tv=tv.json
            ask -d '{}' $url/app/ofrep/v1/evaluate/flags/b
            ask $url/tv/v1/document
            ask -o /dev/null -w '%{http_code}' $url/v1/document
            end INT
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"key":"b","value":2,"reason":"STATIC","variant":"default","metadata":{}}
            {"c": 3}
            404
            status 130

            """, "\(run.error)")
    }

    @Test func `a stream has an event for a changed file and for the clock, and ends with the server`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            serve app.json
            curl -sSN $url/v1/events > events & listening=$!
            await '^id: ' events
            # Until then, a busy machine has time to serve the document with the former value.
            soon=$(date -u -d @$(($(date +%s) + 10)) +%FT%TZ)
            echo "{\\"a\\": {\\"defaultValue\\": 1, \\"valuesByVersion\\": [{\\"from\\": \\"$soon\\", \\"value\\": 2}]}}" > new
            mv new app.json
            await refetchEvaluation events
            ask -d '{}' $url/ofrep/v1/evaluate/flags/a
            await refetchEvaluation events 2
            ask -d '{}' $url/ofrep/v1/evaluate/flags/a
            last=$(sed -n 's/^id: //p' events | tail -1)
            ask -N --max-time 1 -H "Last-Event-ID: $last" $url/v1/events 2>/dev/null | grep -c refetchEvaluation
            curl -sSN -H "Last-Event-ID: other.0" $url/v1/events > others & others=$!
            await refetchEvaluation others; grep -c refetchEvaluation others
            kill $others
            end TERM
            wait $listening; echo "stream $?"
            sed 's/^id: .*/id: ID/' events
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"key":"a","value":1,"reason":"DEFAULT","variant":"default","metadata":{}}
            {"key":"a","value":2,"reason":"TARGETING_MATCH","variant":"entry-1","metadata":{}}
            0
            1
            status 0
            stream 0
            retry: 3000
            id: ID

            id: ID
            event: message
            data: {"type":"refetchEvaluation"}

            id: ID
            event: message
            data: {"type":"refetchEvaluation"}


            """, "\(run.error)")
    }

    @Test func `keys are needed where a file lists them`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            printf 'evaluate %s  web\\n' $(printf %s s3cret | sha256sum | cut -c1-64) > keys
            serve --keys keys app.json
            status $url/v1/document
            status -H 'X-API-Key: wrong' $url/v1/document
            status -H 'X-API-Key: s3cret' $url/v1/document
            status -H 'Authorization: Bearer s3cret' $url/metrics
            status $url/healthz
            end TERM
            cat messages | grep -c s3cret
            """, in: scratch)
        expectEqual(run.output, "401\n401\n200\n403\n200\nstatus 0\n0\n", "\(run.error)")
    }

    @Test func `keys are read again when their file changes, and bad ones change nothing`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            key() { printf 'evaluate %s\\n' $(printf %s $1 | sha256sum | cut -c1-64); }
            key first > keys
            serve --keys keys app.json
            status -H 'X-API-Key: first' $url/v1/document
            curl -sSN -H 'X-API-Key: first' $url/v1/events > events & listening=$!
            await '^id: ' events
            echo nonsense > new; mv new keys
            await 'the old keys still apply' messages
            status -H 'X-API-Key: first' $url/v1/document
            key second > new; mv new keys
            await 'the keys were read again' messages
            wait $listening; echo "stream $?"
            status -H 'X-API-Key: first' $url/v1/document
            status -H 'X-API-Key: second' $url/v1/document
            key third > new; mv new keys; kill -HUP $pid
            await 'the keys were read again' messages 2
            status -H 'X-API-Key: third' $url/v1/document
            end TERM
            grep 'keys:1' messages
            """, in: scratch)
        expectEqual(
            run.output,
            """
            200
            200
            stream 0
            401
            200
            200
            status 0
            keys:1: error: the line begins with no role; expected "evaluate" or "inspect" and the SHA-256 of a key; the old keys still apply [bad-keys]

            """, "\(run.error)")
    }

    @Test func `an address for management answers probes and metrics`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            serve --management-listen 127.0.0.1:0 app.json
            management=$(sed -n 's/^management on //p' output)
            for path in healthz readyz metrics v1/document; do status $management/$path; done
            status $url/healthz
            end TERM
            """, in: scratch)
        expectEqual(run.output, "200\n200\n200\n404\n200\nstatus 0\n", "\(run.error)")
    }

    @Test func `with a delay, a server that ends is not ready and still answers`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            serve --drain-delay 60 app.json
            kill -TERM $pid
            await '^stopping in 60 s' messages
            ask $url/readyz | sed 's/,"documents.*//'
            status $url/v1/document
            # A second signal ends the delay.
            end TERM
            curl -sS $url/healthz 2>/dev/null || echo refused
            """, in: scratch)
        expectEqual(
            run.output,
            """
            {"ready":false,"ending":true
            200
            status 0
            refused

            """, "\(run.error)")
    }

    @Test func `two servers share a port if both say so`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            serve --share-port app.json
            "$program" serve --listen ${url#http://} app.json 2>&1 >/dev/null | grep -o 'Address already in use'
            "$program" serve --share-port --listen ${url#http://} app.json > second 2>&1 & second=$!
            await '^listening' second
            end TERM
            status $url/v1/document
            kill -TERM $second; wait $second; echo "second $?"
            """, in: scratch)
        expectEqual(run.output, "Address already in use\nstatus 0\n200\nsecond 0\n", "\(run.error)")
    }

    @Test func `requests in progress are answered before the server ends`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "app.json")
        let run = try serve(
            """
            serve app.json
            # The body arrives a while after the signal, and the signal when the server has read the head.
            (await '^stopping' messages; sleep 1; printf '{}') \\
                | curl -sSv -H 'Transfer-Encoding: chunked' -H 'Expect: 100-continue' -T - -X POST \\
                -o answer $url/ofrep/v1/evaluate/flags/a 2> progress & asking=$!
            await '100 Continue' progress
            end TERM
            wait $asking; cat answer
            """, in: scratch)
        expectEqual(
            run.output,
            """
            status 0
            {"key":"a","value":1,"reason":"STATIC","variant":"default","metadata":{}}
            """, "\(run.error)")
    }
}
