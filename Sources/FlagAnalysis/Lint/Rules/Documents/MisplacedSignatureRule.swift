import FlagResolver
import FlagSigning

extension RuleCode {
    package static let misplacedSignature = RuleCode(rawValue: "misplaced-signature")
}

/// A `$signature` that no app reads as one.
struct MisplacedSignatureRule: Rule {
    let code = RuleCode.misplacedSignature
    let severity = Severity.error
    let meaning =
        "A member \"$signature\" is not the last one of the document, or is not written as \"flagctl sign\" writes it, so apps that "
        + "verify refuse the document."
    let advice =
        "Delete the member, and sign the document with \"flagctl sign\"; do not write it by hand, or format it."

    let bad: RuleExamples = [
        RuleExample(
            #"""
            {
              "payments": true,
              «"$signature"»: ["ed25519:7d1c1d9f8a3b5e42:QUJD"]
            }
            """#),
        RuleExample(
            #"""
            {
              "checkout": { "style": "modern", «"$signature"»: ["ed25519:7d1c1d9f8a3b5e42:QUJD"] }
            }
            """#),
    ]

    let good: RuleExamples = [
        RuleExample(#"{"payments": true,"$signature":["ed25519:7d1c1d9f8a3b5e42:QUJD"]}"#),
        RuleExample(#"{ "text": "$signature" }"#),
    ]

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        let tree = document.tree
        let name = SignedMembers.Name.signature
        // The name can be written with an escape.
        guard
            tree.bytes.firstOffset(of: Array("\"\(name)\"".utf8)) != nil
                || tree.bytes.firstOffset(of: Array(#"\u00"#.utf8)) != nil
        else { return }
        let end: Int
        switch SignedDocument.form(of: tree.bytes) {
        case .signed(let signed): end = signed.prefix.count
        case .unsigned, .malformed: end = tree.bytes.count
        }
        var nodes = [0]
        while let node = nodes.popLast() {
            nodes += tree.elements(of: node)
            for (key, value) in tree.members(of: node) {
                nodes.append(value)
                let span = tree.nodes[key].span
                guard tree.string(at: key) == name, span.lowerBound < end else { continue }
                report.add(
                    "this \"\(name)\" signs nothing: apps read it only at the end of the document, without blanks",
                    by: self,
                    at: document.span(of: key), help: "delete it, and run \"flagctl sign\"")
            }
        }
    }
}
