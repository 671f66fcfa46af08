import FlagAnalysis
import TestSupport
import Testing

@testable import flagctl

struct GitHubAnnotationsTests {
    private func lines(
        errors: Int, warnings: Int = 0, notes: Int = 0, listing: String? = nil
    ) -> [String] {
        let counts: [(Severity, Int)] = [(.note, notes), (.warning, warnings), (.error, errors)]
        let diagnostics = counts.flatMap { severity, count in
            (0..<count).map { Diagnostic(subject: .name("a.json"), severity: severity, message: "\($0)") }
        }
        var buffer = TextBuffer()
        GitHubAnnotations.write(diagnostics, tool: "flagctl check", listing: listing, to: &buffer)
        return buffer.text.split(separator: "\n").map(String.init)
    }

    @Test(
        arguments: [
            (0, 0, 0, [0, 0, 0], nil), (10, 10, 10, [10, 10, 10], nil), (1, 2, 3, [1, 2, 3], nil),
            (11, 0, 0, [10, 0, 1], "1 error"), (12, 3, 15, [10, 3, 10], "2 errors, 6 notes"),
            (0, 30, 9, [0, 10, 10], "20 warnings"), (0, 30, 10, [0, 10, 10], "20 warnings, 1 note"),
            (0, 0, 11, [0, 0, 10], "2 notes"),
        ] as [(Int, Int, Int, [Int], String?)])
    func `errors come first, ten of a kind are shown, and a closing notice counts the others`(
        _ errors: Int, _ warnings: Int, _ notes: Int, _ shown: [Int], _ rest: String?
    ) {
        let lines = lines(errors: errors, warnings: warnings, notes: notes)
        let kinds = ["::error", "::warning", "::notice"]
        expectEqual(kinds.map { kind in lines.count { $0.hasPrefix(kind) } }, shown)
        let order = lines.compactMap { line in kinds.firstIndex { line.hasPrefix($0) } }
        expect(order == order.sorted() && order.count == lines.count)
        let closing = rest.map {
            "::notice title=flagctl check::not shown here: \($0); run flagctl check to see them all"
        }
        expectEqual(lines.filter { $0.contains("not shown here") }, [closing].compactMap { $0 })
        expect(closing == nil || lines.last == closing)
    }

    @Test func `the closing notice names the command that shows them all`() {
        expect(
            lines(errors: 11, listing: "flagctl check --notes").last?.hasSuffix(
                "run flagctl check --notes to see them all") == true)
    }

    @Test func `nothing in a document begins another command or property`() {
        let source = SourceText(name: "./a,b:c%\r\n.json", bytes: Array("x".utf8)[...])
        let diagnostic = Diagnostic(
            subject: .location(.init(source: source, span: 0..<1)), severity: .error,
            message: "100%\n::error::\r\u{1B}[31m, x:y", code: "co,de", notes: ["n\n"], help: "%0A")
        var buffer = TextBuffer()
        GitHubAnnotations.write([diagnostic], tool: "flagctl", to: &buffer)
        expectEqual(
            buffer.text,
            "::error file=a%2Cb%3Ac%25%0D%0A.json,line=1,endLine=1,col=1,endColumn=2,title=co%2Cde::"
                + "100%25%0A::error::%0D\\u001b[31m, x:y%0Anote: n%0A%0Ahelp: %250A\n")
    }

    @Test(
        arguments: [
            ("Configs/app.json", "Configs/app.json"), ("./a.json", "a.json"), (".//./a.json", "a.json"),
            ("../a.json", "../a.json"), ("a b/é#%?.json", "a%20b/%C3%A9%23%25%3F.json"),
            ("HEAD:a.json", "HEAD%3Aa.json"), ("<stdin>", "%3Cstdin%3E"), ("/tmp/a.json", "file:///tmp/a.json"),
            ("//tmp/a.json", "file:///tmp/a.json"), ("./", "./"),
        ] as [(String, String)])
    func `a path is a URI reference that cannot be taken for another`(_ path: String, _ uri: String) {
        expectEqual(FileReference.uri(ofCanonical: FileReference.fromHere(path)), uri)
    }
}
