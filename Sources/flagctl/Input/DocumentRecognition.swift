import FlagAnalysis
import FlagResolver

/// Distinguishes documents of settings from other JSON files in a folder, for commands that write.
///
/// JSON is a document if it is an object and
///
/// 1. its `$schema` is not JSON Schema's own, and
/// 2. it has a setting with `defaultValue` or `valuesByVersion`, or its `$schema` is a `settings.schema.json`.
///
/// An object with only constants, such as a `package.json`, could be either, and is not taken for a document.
enum DocumentRecognition {
    /// Why JSON is not a document; `nil` if it is one.
    static func refusal(of tree: JSONTree) -> String? {
        let root = 0
        guard tree.kind(of: root) == .object else { return "it is not a JSON object" }
        let schema = tree.member(named: "$schema" as StaticString, of: root).flatMap { tree.string(at: $0) } ?? ""
        if schema.contains(bytesOf: "//json-schema.org/") { return "it is a JSON Schema" }
        let path = Substring(schema.unicodeScalars.prefix { $0 != "?" && $0 != "#" })
        if path.parts(separatedBy: "/", omittingEmpty: true).last == "settings.schema.json"
            || hasSettings(tree, below: root)
        {
            return nil
        }
        return "no setting in it has \"defaultValue\" or \"valuesByVersion\", "
            + "and its \"$schema\" does not name \"settings.schema.json\""
    }

    private static func hasSettings(_ tree: JSONTree, below root: Int) -> Bool {
        var groups = [root]
        while let group = groups.popLast() {
            for member in tree.members(of: group) where tree.kind(of: member.value) == .object {
                if tree.isMetadata(key: member.key) { continue }
                let names: [StaticString] = ["defaultValue", "valuesByVersion"]
                if names.contains(where: { tree.member(named: $0, of: member.value) != nil }) { return true }
                groups.append(member.value)
            }
        }
        return false
    }
}

extension Diagnostic {
    /// A file of a folder that is not a document.
    static func isNoDocument(_ name: String, _ reason: String) -> Diagnostic {
        Diagnostic(subject: .name(name), severity: .note, message: "skipped, not a document of settings: \(reason)")
    }

    /// Folders and patterns without a document.
    static func noDocument(_ operands: [String]) -> Diagnostic {
        Diagnostic(
            subject: .name(operands.count == 1 ? operands[0] : "flagctl"), severity: .error,
            message: "none of these files is a document of settings",
            help: "a file that the command line names itself counts as a document")
    }
}
