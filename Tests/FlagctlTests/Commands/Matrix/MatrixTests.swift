import TestSupport
import Testing

@testable import flagctl

@Suite(.blocking)
struct MatrixTests {
    @Test func `the matrix is the one of the contract`() throws {
        let run = try Run(["matrix", "Configs/app.json"])
        expectEqual(
            run.output,
            """
                          >=2.0.0  >=1.6.0  >=1.4.3  >=1.4.1  >=1.4.0  >=1.2.0  <1.2.0
            checkout      modern   compact  ·        ·        ·        ·        legacy
            minVersion    1.0.0    ·        ·        ·        ·        ·        ·
            payments      true     ·        ·        false    true     false    ·
            syncInterval  120      ·        300      ·        ·        900      ·
            4 settings, 7 version ranges cover every version

            """)
        expectEqual(run.error, "")
        expectEqual(run.status, 0)
    }

    @Test(
        arguments: [
            ("matrix-flags", ["--flag", "payments", "--flag", "checkout"]),
            ("matrix-within", ["--within", ">=1.4.1 <1.6.0 || 1.2.0 || >=3"]),
            ("matrix-changes-only", ["--changes-only", "--within", ">=1.6.0"]),
            ("matrix-transposed", ["--transpose"]),
            ("matrix-csv", ["--format", "csv"]),
            ("matrix-csv-transposed", ["--format", "csv", "--transpose"]),
            ("matrix-markdown", ["--format", "markdown"]),
            ("matrix-json", ["--format", "json", "--flag", "payments", "--within", ">=1.4.2"]),
            ("matrix-html", ["--format", "html"]),
            ("matrix-html-transposed", ["--format", "html", "--transpose", "--flag", "payments"]),
            ("matrix-unknown-flag", ["--flag", "paymets"]),
            ("matrix-empty-within", ["--within", ">=2 <1"]),
            ("matrix-bad-within", ["--within", ">=1..2"]), ("matrix-last", ["--last", "3"]),
            ("matrix-last-csv", ["--last", "2", "--format", "csv"]), ("matrix-last-all", ["--last", "99"]),
            ("matrix-bad-last", ["--last", "0"]),
            ("matrix-releases", ["--last", "3", "--releases", "Configs/app.releases"]),
            (
                "matrix-releases-markdown",
                ["--last", "2", "--releases", "Configs/app.releases", "--format", "markdown"]
            ),
            (
                "matrix-releases-json",
                ["--last", "2", "--flag", "payments", "--releases", "Configs/app.releases", "--format", "json"]
            ), ("matrix-bad-releases", ["--releases", "Configs/app.json"]),
        ] as [(String, [String])])
    func `the matrix in other forms`(_ name: String, _ options: [String]) throws {
        try Snapshot.expect(["matrix"] + options + ["Configs/app.json"], matches: name)
    }

    @Test func `groups of columns fit the width, and each shows values`() throws {
        let scratch = try Scratch()
        try scratch.copyExample()
        let run = try scratch.shell(
            "script -qec \"stty cols 50; $program matrix --color never app.json\" /dev/null"
        )
        let lines = run.output.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        expectEqual(
            lines,
            [
                "              >=2.0.0  >=1.6.0  >=1.4.3  >=1.4.1",
                "checkout      modern   compact  ·        ·",
                "minVersion    1.0.0    ·        ·        ·",
                "payments      true     ·        ·        false",
                "syncInterval  120      ·        300      ·",
                "",
                "              >=1.4.0  >=1.2.0  <1.2.0",
                "checkout      compact  ·        legacy",
                "minVersion    1.0.0    ·        ·",
                "payments      true     false    ·",
                "syncInterval  300      900      ·",
                "4 columns fit: --last 4 or --within '>=1.4.1' shows them alone",
                "4 settings, 7 version ranges cover every version",
                "",
            ])
    }

    @Test func `a setting without a value is reported and left out, and the run fails`() throws {
        let scratch = try Scratch()
        try scratch.write(#"{"a": {"valuesByVersion": []}, "b": 1}"#, to: "a.json")
        let run = try scratch.flagctl("matrix", "a.json")
        expectEqual(run.output, "   *\nb  1\n1 setting, 1 version range covers every version\n")
        expect(run.error.hasPrefix("a.json:1:7: error:"))
        expectEqual(run.status, 2)
    }

    @Test func `nothing in a document is read as markup`() throws {
        let scratch = try Scratch()
        try scratch.write(##"{"<b>\"&": "<script>alert('1')</script>"}"##, to: "a'<i>.json")
        let page = try scratch.flagctl("matrix", "--format", "html", "a'<i>.json").output
        expect(page.contains("&quot;&lt;b&gt;\\&quot;&amp;&quot;"))
        expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
        expect(page.contains("a&#39;&lt;i&gt;.json"))
        expect(!page.contains("<i>") && !page.contains("<script>alert"))
    }

    @Test func `a page loads nothing from anywhere`() throws {
        let page = try Run(["matrix", "--format", "html", "Configs/app.json"]).output
        for word in ["http:", "https:", "src=", "@import", "url("] { expect(!page.contains(word), "\(word)") }
    }

    @Test func `several files are one table of separated values, with the cuts of all of them`() throws {
        let scratch = try Scratch()
        try scratch.write(
            #"{"a": {"defaultValue": 1, "valuesByVersion": [{"appVersion": ">=2", "value": 2}]}, "b": 5}"#,
            to: "one.json")
        try scratch.write(
            #"{"a": {"defaultValue": 3, "valuesByVersion": [{"appVersion": ">=1 <3", "value": 4}]}}"#, to: "two.json")
        let run = try scratch.flagctl("matrix", "--format", "csv", "one.json", "two.json")
        expectEqual(
            run.output,
            """
            file,name,<1,>=1 <2,>=2 <3,>=3
            one.json,a,1,1,2,2
            one.json,b,5,5,5,5
            two.json,a,3,4,4,3

            """)
        let within = try scratch.flagctl(
            "matrix", "--format", "csv", "--within", "<1.5 || >=2.5", "--flag", "a", "one.json", "two.json")
        expectEqual(
            within.output,
            """
            file,name,<1,>=1 <1.5,>=2.5 <3,>=3
            one.json,a,1,1,2,2
            two.json,a,3,4,4,3

            """)
        let transposed = try scratch.flagctl("matrix", "--format", "csv", "--transpose", "one.json", "two.json")
        expectEqual(
            transposed.output,
            """
            file,versions,a,b
            one.json,<2,1,5
            one.json,>=2,2,5
            two.json,<1,3,
            two.json,>=1 <3,4,
            two.json,>=3,3,

            """)
    }

    @Test(
        arguments: [
            ["--where", #"{ "appVersion": ">=2 <1" }"#], ["--where", #"{ "rollout": { "percent": 0, "salt": "s" } }"#],
            ["--where", #"{ "appVersion": "<1" }"#, "--within", ">=2"],
            ["--where", #"{ "when": { "country": ["FR"] } }"#, "--attribute", "country=DE"],
        ])
    func `a matrix of nobody says so in every format`(options: [String]) throws {
        let matrix = ["matrix"] + options + ["Configs/targeting.json"]
        for layout in [[], ["--transpose"]] {
            try expectEqual(Run(matrix + layout), Run(output: "nobody is selected\n", error: "", status: 0))
            let csv = try Run(matrix + layout + ["--format", "csv"])
            expectEqual(csv.output, "file,\(layout.isEmpty ? "name" : "versions")\n")
            let markdown = try Run(matrix + layout + ["--format", "markdown"])
            expect(markdown.output.hasSuffix("\nnobody is selected\n") && !markdown.output.contains("checkout"))
            let html = try Run(matrix + layout + ["--format", "html"])
            expect(html.output.contains("<caption>nobody is selected</caption>"))
            for run in [csv, markdown, html] { expect(run.status == 0 && run.error == "") }
        }
        let json = try Run(matrix + ["--format", "json"])
        expect(json.output.contains(#""ranges":[],"settings":[]"#), "\(json.output)")
    }

    @Test func `the users of a matrix satisfy --where and have the given attributes`() throws {
        let scratch = try Scratch()
        try scratch.write(
            """
            { "x": { "defaultValue": "d", "valuesByVersion": [
                { "when": { "country": "DE" }, "value": "de" }, { "when": { "country": "FR" }, "value": "fr" }
            ] } }
            """, to: "app.json")
        let run = try scratch.flagctl(
            "matrix", "--attribute", "country=DE", "--where", #"{ "when": { "country": ["DE", "FR"] } }"#, "app.json")
        expectEqual(run.output, "   *\nx  de\n1 setting, 1 version range covers every version\n")
    }
}
