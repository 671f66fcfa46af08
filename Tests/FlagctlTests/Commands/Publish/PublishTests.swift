import TestSupport
import Testing

@testable import flagctl

/// `publish`, `rollback` and `log --published` as processes, with a file as the destination.
@Suite(.blocking)
struct PublishTests {
    private static let first = #"{"checkout": {"defaultValue": "legacy"}, "payments": false}"#
    private static let second =
        #"{"checkout": {"defaultValue": "legacy", "valuesByVersion": [{"appVersion": ">=2.0.0", "value": "modern"}]}, "payments": false}"#

    private func run(_ script: String) throws -> (output: String, scratch: Scratch) {
        let scratch = try Scratch()
        try scratch.write(Self.first, to: "first.json")
        try scratch.write(Self.second, to: "second.json")
        let run = try scratch.shell(
            """
            publish() { flagctl publish --author alice --to live/app.json "$@" 2>&1 < /dev/null; echo "status $?"; }
            dates() { sed 's/20[0-9-]*T[0-9:]*Z/DATE/'; }
            mkdir live
            \(script)
            """)
        return (run.output + run.error, scratch)
    }

    @Test func `a command gets the report of a publication, and of nothing else`() throws {
        let (output, _) = try run(
            """
            publish --yes --then 'cat > report' first.json | tail -2
            grep -o '"outcome":"published"' report; grep -o '"name":"payments"' report
            publish --yes --then 'touch again' first.json | tail -2
            publish --dry-run --allow-large-change --then 'touch again' second.json | tail -2
            publish --yes --allow-large-change --then 'echo told; echo why >&2; exit 3' second.json | tail -5
            ls again 2>/dev/null; cmp live/app.json second.json && echo same
            """)
        expectEqual(
            output,
            """
            published to live/app.json as 1
            status 0
            "outcome":"published"
            "name":"payments"
            unchanged: this document is published as 1 already
            status 0
            ready to be published; nothing was changed
            status 0
            published to live/app.json as 2
            told
            why
            --then: warning: the document is published, but it ended with status 3
            status 0
            same

            """)
    }

    @Test func `a limit leaves out older publications`() throws {
        let (output, _) = try run(
            """
            for file in first second first; do publish --yes --allow-large-change $file.json > /dev/null; done
            flagctl log --published --limit 2 --format json live/app.json 2>/dev/null | grep -o '"revision":"[0-9]*"'
            flagctl log --published --limit 0 live/app.json 2>&1 | head -1
            """)
        let lines = output.split(separator: "\n")
        expectEqual(lines.prefix(2), [#""revision":"3""#, #""revision":"2""#], "\(output)")
        expect(lines.count == 3 && lines.last?.contains("--limit \"0\"") == true, "\(output)")
    }

    @Test func `a document is published, and shows who is affected`() throws {
        let (output, scratch) = try run(
            """
            publish --yes first.json
            publish --yes --allow-large-change second.json
            publish --yes second.json | tail -2
            cmp live/app.json second.json && echo same
            stat -c %a live/app.json
            chmod 640 live/app.json
            publish --yes first.json | tail -2
            stat -c %a live/app.json
            """)
        expectEqual(
            output,
            """
            PASSED   check: 0 errors, 0 warnings
            SKIPPED  policies: none given (--policy FILE)
            SKIPPED  expectations: none given (--expect FILE)
            SKIPPED  size: no document is published yet, so none can be compared
            SKIPPED  share: no document is published yet, so none can be compared

            first.json (new document):
            checkout (added)
              *   (absent) → legacy   first.json:1 is new with its setting
            payments (added)
              *   (absent) → false   first.json:1 is new with its setting
            every setting changed

            published to live/app.json as 1
            status 0
            PASSED   check: 0 errors, 0 warnings
            SKIPPED  policies: none given (--policy FILE)
            SKIPPED  expectations: none given (--expect FILE)
            WARNED   size: 2 settings, 126 bytes; before, 2 and 59
              126 bytes instead of 59
            SKIPPED  share: no limit given (--max-share PERCENT)

            checkout
              >=2.0.0   legacy → modern   second.json:1 is new
            unchanged for every version: payments

            published to live/app.json as 2
            status 0
            unchanged: this document is published as 2 already
            status 0
            same
            644
            published to live/app.json as 3
            status 0
            640

            """)
        try expectEqual(scratch.read("live/app.json"), Self.first)
    }

    @Test(.enabled(if: Serving.canFetch, "libcurl is missing"))
    func `a document that a server does not acknowledge is not known to be published`() throws {
        let server = try TestServer { request in
            request.method == "PUT" ? [.readRequest] : Answer.steps("200 OK", ["ETag: \"1\""], Self.first)
        }
        let (output, _) = try run(
            """
            address=http://127.0.0.1:\(server.port)/app.json
            flagctl publish --author alice --yes --allow-large-change --to $address second.json > output 2> messages; echo "status $?"
            tail -1 output; sed "s,$address,ADDRESS,; s/published: .*/published: REASON/" messages
            """)
        expectEqual(
            output,
            """
            status 2
            not known to be published; run it again
            ADDRESS: error: the connection broke while the document was sent, and it is not known whether it was published: REASON
               = help: run it again: it then compares with what is published

            """)
        expectEqual(server.requests.filter { $0.method == "PUT" }.count, 1)
    }

    @Test func `what fails a check is not published`() throws {
        let (output, _) = try run(
            """
            publish --yes first.json > /dev/null
            echo 'legacy-stays: for *: checkout == "legacy"' > app.policies
            publish --yes --policy app.policies second.json | grep -e VIOLATED -e published -e status
            echo '{"document": "first.json", "expectations": [{"name": "old checkout", "version": "2.1.0", "expect": {"checkout": "legacy"}}]}' > app.expectations.json
            publish --yes --expect app.expectations.json second.json | grep -e FAILED -e published -e status
            echo '{"checkout": "legacy", "payments": false, "payments": true}' > bad.json
            publish --yes bad.json | grep -e error: -e published -e status
            echo '{"checkout": {"defaultValue": "a", "valuesByVersion": [{"appVersion": ">=2 <1", "value": "b"}]}, "payments": false}' > errors.json
            publish --yes errors.json | grep -e error: -e published -e status
            echo '{"other": 1}' > small.json
            publish --yes small.json | grep -e size -e gone, -e 'are gone' -e help -e status
            publish --yes --dry-run --allow-large-change small.json | grep -e size -e 'are gone' -e published -e status
            cmp live/app.json first.json && echo kept
            """)
        expectEqual(
            output,
            """
              VIOLATED  legacy-stays  checkout is modern from 2.0.0 on  second.json:1:96
            not published: policies, size
            status 1
            FAILED   expectations: 0 passed, 1 failed
              FAILED  old checkout
            FAILED   size: 2 settings, 126 bytes; before, 2 and 59
            not published: expectations, size
            status 1
            not published
            bad.json:1:43: error: duplicate key "payments", expected each key once in an object [duplicate-key]
            status 2
              errors.json:1:71: error: in "checkout": requirement ">=2 <1" contains no version [empty-requirement]
            not published: check
            status 1
            FAILED   size: 1 setting, 13 bytes; before, 2 and 59
              2 of 2 settings are gone
                help: if this is intended, add --allow-large-change
            not published: size
            status 1
            WARNED   size: 1 setting, 13 bytes; before, 2 and 59
              2 of 2 settings are gone
            ready to be published; nothing was changed
            status 0
            kept

            """)
    }

    @Test func `a change for more users than the limit is not published`() throws {
        let (output, _) = try run(
            """
            percent() { echo "{\\"a\\": {\\"defaultValue\\": 1, \\"valuesByVersion\\": [{\\"rollout\\": {\\"percent\\": $1, \\"salt\\": \\"s\\"}, \\"value\\": 2}]}}"; }
            percent 10 > 10.json; percent 20 > 20.json; percent 45.5 > 45.json
            publish --yes 10.json > /dev/null
            publish --yes --max-share 10 20.json | grep -e share -e published
            publish --yes --max-share 25.25 45.json | grep -A1 -e share -e 'not published'
            """)
        expectEqual(
            output,
            """
            PASSED   share: no change is for more than 10 % of users
            published to live/app.json as 2
            FAILED   share: 1 setting changes for more than 25.25 % of users
              a
            --
            not published: share
            status 1

            """)
    }

    @Test func `without an answer nothing is published`() throws {
        let (output, _) = try run(
            """
            publish first.json
            flagctl publish --to live/app.json - < first.json 2>&1; echo "status $?"
            publish --dry-run first.json | tail -2
            flagctl publish --to live first.json --yes 2>&1; echo "status $?"
            flagctl publish first.json --yes 2>&1; echo "status $?"
            flagctl rollback 1 --to live/app.json < /dev/null 2>&1; echo "status $?"
            flagctl publish --to etcd://10.0.0.1/a --yes first.json 2>&1; echo "status $?"
            flagctl publish --to http://127.0.0.1:1/a --yes first.json 2>&1 | sed 's/Failed.*/NO CONNECTION/'
            ls -A live
            """)
        expectEqual(
            output,
            """
            flagctl publish: error: publishing asks for a confirmation, and standard input is not a terminal
               = help: add --yes to publish without a question, or --dry-run to change nothing
            status 2
            flagctl publish: error: standard input is the document, so nobody can be asked
               = help: add --yes to publish without a question, or --dry-run to change nothing
            status 2
            ready to be published; nothing was changed
            status 0
            flagctl publish: error: --to: "live" is not a file
               = help: name a file, which need not exist yet
            status 2
            flagctl publish: error: --to DESTINATION is required
               = help: name the place that servers and apps read, such as --to etcds://etcd1:2379/flags/app
            status 2
            flagctl rollback: error: publishing asks for a confirmation, and standard input is not a terminal
               = help: add --yes to publish without a question, or --dry-run to change nothing
            status 2
            flagctl publish: error: --to: the address etcd://10.0.0.1/a is not encrypted, which is allowed on this machine only; use etcds:, or --allow-plain-etcd
            status 2
            not published
            http://127.0.0.1:1/a: error: NO CONNECTION

            """)
    }

    @Test func `the history is listed, and an old content published again`() throws {
        let (output, _) = try run(
            """
            publish --yes first.json > /dev/null
            publish --yes --allow-large-change second.json > /dev/null
            flagctl rollback 1 --yes --author bob --to live/app.json | tail -1
            flagctl log --published live/app.json 2>&1 | dates
            flagctl log payments --published live/app.json 2>&1 | dates
            flagctl rollback 1 --yes --to live/app.json 2>&1 | tail -1
            flagctl rollback 7 --yes --to live/app.json 2>&1; echo "status $?"
            echo '{"checkout": "x", "payments": true}' > live/app.json
            flagctl rollback 2 --yes --author bob --to live/app.json | tail -1
            flagctl log --published live/app.json 2> /dev/null | dates | grep '^ *[D0-9]'
            flagctl log --published live/app.json --format json 2> /dev/null | grep -o '"revision":"4"[^[]*'
            flagctl log --published nothing.json 2>&1; echo "status $?"
            flagctl log --published http://127.0.0.1:1/app.json 2>&1; echo "status $?"
            """)
        expectEqual(
            output,
            """
            published to live/app.json as 3
            DATE  3  bob  current, restores 1
            checkout
              >=2.0.0   modern → legacy   2:live/app.json:1 (">=2.0.0") is gone, 3:live/app.json:1 applies

            DATE  2  alice
            checkout
              >=2.0.0   legacy → modern   2:live/app.json:1 is new

            DATE  1  alice
            checkout (added)
              *   (absent) → legacy   1:live/app.json:1 is new with its setting
            payments (added)
              *   (absent) → false   1:live/app.json:1 is new with its setting
            3 publications changed values
            DATE  1  alice
            payments (added)
              *   (absent) → false   1:live/app.json:1 is new with its setting
            1 publication changed payments
            unchanged: this document is published as 3 already
            not published
            live/app.json: error: there is no publication 7
               = help: those from 1 to 3 are kept; "flagctl log --published live/app.json" lists them
            status 2
            published to live/app.json as 5
            DATE  5  bob  current, restores 2
            4  by another program
            DATE  3  bob  restores 1
            DATE  2  alice
            DATE  1  alice
            "revision":"4","subject":"by another program","settings":
            nothing.json: error: nothing is published here
               = help: check the name; "flagctl publish" publishes a document
            status 2
            http://127.0.0.1:1/app.json: error: a server over HTTP lists no earlier documents
               = help: publish the old file again; etcd: and files have a history
            status 2

            """)
    }

    @Test func `the author is the user of the system, if nothing else names one`() throws {
        let (output, _) = try run(
            """
            author() { flagctl log --published live/app.json --format json 2> /dev/null | grep -o '"author":"[^"]*"' | head -1; }
            (unset USER LOGNAME; flagctl publish --yes --to live/app.json first.json) > /dev/null
            [ "$(author)" = '"author":"'"$(id -un)"'"' ] && echo 'the user'
            (USER=carol; export USER; flagctl publish --yes --allow-large-change --to live/app.json second.json) > /dev/null
            author
            """)
        expectEqual(
            output,
            """
            the user
            "author":"carol"

            """)
    }

    @Test func `a directory that does not exist is not made`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": 1}"#, to: "a.json")
        let run = try scratch.flagctl("publish", "--to", "config/a.json", "--yes", "a.json")
        expect(run.status == 2 && run.error.contains(#"there is no directory "config""#), "\(run)")
        expect(!FileSystem.exists(scratch.path + "/config"))
    }
}
