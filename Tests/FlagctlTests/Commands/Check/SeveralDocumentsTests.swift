import TestSupport
import Testing

@testable import flagctl

/// A check of several documents with a base and a list of releases, as `init` sets it up.
@Suite(.blocking)
struct SeveralDocumentsTests {
    private let scratch: Scratch

    private static func document(_ defaultValue: Bool, rollout: Int = 20, name: String = "search") -> String {
        #"""
        {
          "shop": {
            "\#(name)": {
              "defaultValue": \#(defaultValue),
              "valuesByVersion": [{ "appVersion": ">=2.1.0", "value": true }]
            },
            "preview": {
              "defaultValue": false,
              "valuesByVersion": [{ "rollout": { "percent": \#(rollout), "salt": "preview" }, "value": true }]
            }
          }
        }
        """#
    }

    /// Two documents, and an open change.
    init() throws {
        scratch = try Scratch()
        for name in ["android", "ios"] { try scratch.write(Self.document(false), to: "flags/\(name).json") }
        try scratch.write("1.9.0 40%\n2.0.0 60%\n", to: "app.releases")
        try scratch.write(
            #"{ "inputs": ["flags"], "releases": "app.releases", "against": "HEAD", "failOn": "warning" }"#,
            to: "flagctl.json")
        try scratch.makeRepository()
    }

    @Test func `a mistake in one of the documents fails, and names the document`() throws {
        try scratch.write(Self.document(true), to: "flags/ios.json")
        let run = try scratch.flagctl("check")
        expect(
            run.status == 1 && run.output.hasPrefix("flags/ios.json:4:23: warning: in \"shop.search\": false → true"),
            "\(run)")
        expect(!run.output.contains("android"), "\(run)")
    }

    @Test func `the same change of both is one line of the summary, and two findings`() throws {
        for name in ["android", "ios"] { try scratch.write(Self.document(true), to: "flags/\(name).json") }
        let run = try scratch.flagctl("check")
        expectEqual(run.status, 1)
        expectEqual(run.output.split(separator: "\n").filter { $0.contains("[changed-for-shipped]") }.count, 2)
        expect(
            run.error.hasSuffix(
                """
                what changes for shipped versions since HEAD:
                  shop.search  false → true  2 shipped versions: 1.9.0, 2.0.0 (100.0 % of installs)  in flags/android.json and flags/ios.json

                """), "\(run)")
    }

    @Test func `a rollout that grows in one document passes, and stands in the summary`() throws {
        try scratch.write(Self.document(false, rollout: 50), to: "flags/ios.json")
        let run = try scratch.flagctl("check")
        expect(run.status == 0 && run.output.isEmpty, "\(run)")
        expect(
            run.error.contains(
                "\n  shop.preview  false → true  2 shipped versions: 1.9.0, 2.0.0 (100.0 % of installs), "), "\(run)")
    }

    @Test(arguments: ["find", "Search"])
    func `a setting that is renamed in one document fails`(name: String) throws {
        try scratch.write(Self.document(false, name: name), to: "flags/android.json")
        let run = try scratch.flagctl("check")
        expect(run.status == 1 && run.output.contains("\"shop.search\" is gone since the earlier revision"), "\(run)")
    }

    @Test func `a document under another name is none that is new`() throws {
        _ = try scratch.shell("git mv flags/ios.json flags/iphone.json")
        let run = try scratch.flagctl("check")
        expect(run.status == 2 && run.error.contains("flags/ios.json"), "\(run)")
    }

    @Test func `a document that is gone fails`() throws {
        _ = try scratch.shell("git rm -q flags/ios.json")
        let run = try scratch.flagctl("check")
        expect(run.status == 1 && run.output.contains("flags/ios.json:1:1: warning: \"shop."), "\(run)")
    }

    @Test func `the reason of a commit allows one change in both documents, and nothing else`() throws {
        for name in ["android", "ios"] { try scratch.write(Self.document(true, rollout: 10), to: "flags/\(name).json") }
        _ = try scratch.shell(
            """
            git -c user.name=t -c user.email=t@example.com commit -qam 'two

            Flag-change: shop.search: the search works since 1.9
            '
            """)
        let run = try scratch.flagctl("check", "--against", "HEAD^")
        expectEqual(run.status, 1)
        expect(run.output.contains("[shrunk-rollout]") && !run.output.contains("[changed-for-shipped]"), "\(run)")
        expect(run.error.contains("(the search works since 1.9)\n"), "\(run)")
    }
}
