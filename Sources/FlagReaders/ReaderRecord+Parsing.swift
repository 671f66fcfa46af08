package import FlagResolver

/// Why a file is no record, at a location in it.
package struct ReaderRecordProblem: Sendable {
    package let span: Range<Int>
    package let message: String
    package let help: String?
}

/// Reads records strictly: one that is read only in part would give wrong answers.
///
/// Records of an app have most of their text in common. A setting whose text was read before is not read again.
package struct ReaderRecordParser: Sendable {
    /// The problems of the last record.
    package private(set) var problems: [ReaderRecordProblem] = []
    /// The reads of each text without problems.
    private var known: [[UInt8]: TypedReads] = [:]
    private var lines = KnownLines()

    package init() {}

    private static let root = 0

    /// The record of a file; `nil` if there are ``problems``.
    ///
    /// - Throws: A syntax error if the bytes are not JSON.
    /// - Complexity: O(*n*) in the number of bytes. Lines of settings that an earlier file had are not parsed again.
    package mutating func record(
        of bytes: [UInt8], named name: String = ""
    ) throws(JSONSyntaxError) -> ReaderRecord? {
        if let record = recordOfKnownLines(bytes) { return record }
        return record(of: try JSONTree(parsing: bytes, sourceName: name))
    }

    /// The record of a file in the usual layout; `nil` for another layout, and for a file with problems.
    private mutating func recordOfKnownLines(_ bytes: [UInt8]) -> ReaderRecord? {
        guard let found = ReaderRecordLines(bytes, like: lines), let frame = try? JSONTree(parsing: found.frame),
            let settingsNode = frame.member(named: "settings" as StaticString, of: Self.root),
            frame.nodes[settingsNode].span.lowerBound == found.settingsStart, let record = record(of: frame)
        else { return nil }
        var known = self.lines
        var parser = ReaderRecordParser()
        parser.known = self.known
        let settings = known.settings(of: found.settings, in: bytes) { line in
            guard let tree = try? JSONTree(parsing: [UInt8(ascii: "{")] + line + [UInt8(ascii: "}")]) else {
                return nil
            }
            let found = parser.settings(Self.root, tree)
            return parser.problems.isEmpty && found.count == 1 ? found[0] : nil
        }
        guard let settings else { return nil }
        self.known = parser.known
        self.lines = known
        return ReaderRecord(
            release: record.release, origin: record.origin, isComplete: record.statesComplete, rule: record.rule,
            attestation: record.attestation, formatLevel: record.formatLevel, bundled: record.bundled,
            settings: settings, unseen: record.unseen)
    }

    /// A record; `nil` if there are ``problems``.
    package mutating func record(of tree: JSONTree) -> ReaderRecord? {
        problems = []
        guard tree.kind(of: Self.root) == .object else {
            fail(tree, Self.root, "found \(tree.typeName(at: Self.root)), expected the record of a release")
            return nil
        }
        let members = self.members(
            of: Self.root, tree,
            ["release", "from", "complete", "rule", "attested", "formatLevel", "bundled", "settings", "unseen"])
        let release = self.release(members["release"], tree)
        let origin = members["from"].map { self.origin($0, tree) }
        let isComplete = bool(members["complete"], tree, "complete", default: nil)
        let rule = self.rule(members["rule"], tree)
        let attestation = members["attested"].flatMap { self.attestation($0, tree) }
        let formatLevel = self.formatLevel(members["formatLevel"], tree)
        let bundled = members["bundled"].flatMap { self.bundled($0, tree) }
        let settings = self.settings(members["settings"], tree)
        let unseen = members["unseen"].map { strings($0, tree, "texts") } ?? []
        guard problems.isEmpty, let release else { return nil }
        return ReaderRecord(
            release: release, origin: origin, isComplete: isComplete, rule: rule, attestation: attestation,
            formatLevel: formatLevel, bundled: bundled, settings: settings, unseen: unseen)
    }

    private mutating func release(_ node: Int?, _ tree: JSONTree) -> AppVersion? {
        guard let node else {
            fail(tree, Self.root, "\"release\" is missing", help: "add the version: \"release\": \"2.0.1\"")
            return nil
        }
        guard let text = tree.string(at: node) else {
            fail(
                tree, node, "found \(tree.typeName(at: node)), expected a version in a string", help: "as in \"2.0.1\"")
            return nil
        }
        do throws(VersionSyntaxError) {
            return try AppVersion(keepingSpellingOf: text)
        } catch {
            fail(tree, node, "\(error)")
            return nil
        }
    }

    private mutating func origin(_ node: Int, _ tree: JSONTree) -> ReaderRecord.Origin {
        let members = self.members(of: node, tree, ["tag", "revision"])
        return ReaderRecord.Origin(
            tag: members["tag"].flatMap { string($0, tree, "the name of a tag") },
            revision: members["revision"].flatMap { string($0, tree, "the name of a commit") })
    }

    private mutating func bundled(_ node: Int, _ tree: JSONTree) -> ReaderRecord.Bundled? {
        let members = self.members(of: node, tree, ["path", "object"])
        guard let path = members["path"], let object = members["object"] else {
            fail(
                tree, node, "expected \"path\" and \"object\"", help: "record the release again, or delete \"bundled\"")
            return nil
        }
        guard let path = string(path, tree, "the path of a document"),
            let object = string(object, tree, "the name of an object of git")
        else { return nil }
        return ReaderRecord.Bundled(path: path, object: object)
    }

    /// The version of the rule; 1 for records that do not state it.
    private mutating func rule(_ node: Int?, _ tree: JSONTree) -> Int {
        guard let node else { return 1 }
        let found = tree.kind(of: node) == .number ? tree.int(at: node) : nil
        guard let rule = found, rule >= 1 else {
            fail(
                tree, node, "found \(tree[node].description), expected the version of a rule for complete records",
                help: "this flagctl has version \(ReaderRecord.currentRule)")
            return 1
        }
        return rule
    }

    private mutating func attestation(_ node: Int, _ tree: JSONTree) -> ReaderRecord.Attestation? {
        let members = self.members(of: node, tree, ["by", "because"])
        guard let person = members["by"], let reason = members["because"] else {
            fail(
                tree, node, "expected \"by\" and \"because\"",
                help: "name a person and the reason, or delete \"attested\"")
            return nil
        }
        guard let person = string(person, tree, "the name of a person"), let reason = string(reason, tree, "a reason")
        else {
            return nil
        }
        return ReaderRecord.Attestation(person: person, reason: reason)
    }

    private mutating func formatLevel(_ node: Int?, _ tree: JSONTree) -> Int {
        guard let node else { return FormatLevel.current }
        let found = tree.kind(of: node) == .number ? tree.int(at: node) : nil
        guard let level = found, level >= 0 else {
            fail(
                tree, node, "found \(tree[node].description), expected a version of the document format",
                help: "this library has version \(FormatLevel.current)")
            return FormatLevel.current
        }
        return level
    }

    private mutating func settings(_ node: Int?, _ tree: JSONTree) -> [ReaderRecord.Setting] {
        guard let node else {
            fail(
                tree, Self.root, "\"settings\" is missing",
                help: "write {} if the code of the release reads no setting")
            return []
        }
        guard tree.kind(of: node) == .object else {
            fail(tree, node, "found \(tree.typeName(at: node)), expected an object of settings")
            return []
        }
        var settings: [ReaderRecord.Setting] = []
        for (key, value) in tree.members(of: node) {
            settings.append(ReaderRecord.Setting(name: tree.string(at: key) ?? "", reads: reads(value, tree)))
        }
        return settings
    }

    private mutating func reads(_ node: Int, _ tree: JSONTree) -> TypedReads {
        let text = tree.text(of: node)
        if let known = known[text] { return known }
        let count = problems.count
        let nodes = tree.kind(of: node) == .array ? Array(tree.elements(of: node)) : [node]
        if nodes.isEmpty { fail(tree, node, "the array is empty, expected the ways in which code reads the setting") }
        let reads = TypedReads(
            nodes.map { node in
                TypedRead(
                    type: self.type(node, tree, known: ["default", "mention"]),
                    defaultValue: tree.kind(of: node) == .object
                        ? tree.member(named: "default" as StaticString, of: node).map { tree[$0] } : nil,
                    mention: tree.kind(of: node) == .object
                        ? tree.member(named: "mention" as StaticString, of: node).flatMap { tree.string(at: $0) } : nil)
            })
        if problems.count == count { known[text] = reads }
        return reads
    }

    private static let typeNames = ["any", "boolean", "integer", "number", "string", "array", "object"]

    private mutating func type(_ node: Int, _ tree: JSONTree, known: [String] = []) -> ReaderType {
        guard tree.kind(of: node) == .object else {
            fail(
                tree, node, "found \(tree.typeName(at: node)), expected the type that code reads",
                help: "as in { \"type\": \"boolean\" }")
            return .any
        }
        let members = self.members(
            of: node, tree,
            ["type", "swift", "optional", "cases", "open", "elementType", "valueType", "members"] + known)
        guard let typeNode = members["type"], let name = tree.string(at: typeNode), Self.typeNames.contains(name) else {
            fail(
                tree, members["type"] ?? node, "expected a \"type\"",
                help: "the types are \(Self.typeNames.joined(separator: ", "))")
            return .any
        }
        var used = ["type", "optional"] + known
        let type = self.type(named: name, members, tree, &used)
        for (key, value) in members where !used.contains(key) {
            fail(
                tree, value, "\(SettingProblem.quoted(key)) does not belong to the type \(SettingProblem.quoted(name))")
        }
        let isOptional = members["optional"].map { bool($0, tree, "optional", default: false) } ?? false
        return isOptional ? .optional(type) : type
    }

    private mutating func type(
        named name: String, _ members: [String: Int], _ tree: JSONTree, _ used: inout [String]
    ) -> ReaderType {
        switch name {
        case "boolean": return .boolean
        case "integer":
            used.append("swift")
            return .integer(members["swift"].flatMap { swift($0, tree, SwiftInteger.self) } ?? .int)
        case "number":
            used.append("swift")
            return .number(members["swift"].flatMap { swift($0, tree, SwiftNumber.self) } ?? .double)
        case "string":
            used += ["cases", "open"]
            guard let cases = members["cases"] else { return .string }
            let isOpen = members["open"].map { bool($0, tree, "open", default: false) } ?? false
            return .choice(ReaderChoice(cases: strings(cases, tree, "cases"), isOpen: isOpen))
        case "array":
            used.append("elementType")
            return .array(members["elementType"].map { type($0, tree) } ?? .any)
        case "object":
            used += ["members", "valueType"]
            if let value = members["valueType"] { return .dictionary(type(value, tree)) }
            guard let node = members["members"] else { return .dictionary(.any) }
            guard tree.kind(of: node) == .object else {
                fail(tree, node, "found \(tree.typeName(at: node)), expected an object of members")
                return .any
            }
            return .object(
                tree.members(of: node).map { member in
                    ReaderType.Member(name: tree.string(at: member.key) ?? "", type: type(member.value, tree))
                })
        default: return .any
        }
    }

    // MARK: Parts

    private mutating func swift<Name: RawRepresentable<String> & CaseIterable>(
        _ node: Int, _ tree: JSONTree, _ type: Name.Type
    ) -> Name? {
        if let name = tree.string(at: node).flatMap({ Name(rawValue: $0) }) { return name }
        let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
        fail(tree, node, "found \(tree[node].description), expected a type of Swift", help: "the types are \(names)")
        return nil
    }

    /// - Parameter defaultValue: The value of a missing member; `nil` if it may not be missing.
    private mutating func bool(_ node: Int?, _ tree: JSONTree, _ name: String, default defaultValue: Bool?) -> Bool {
        guard let node else {
            if defaultValue == nil {
                fail(tree, Self.root, "\(SettingProblem.quoted(name)) is missing", help: "write true or false")
            }
            return defaultValue ?? false
        }
        if let value = tree.bool(at: node) { return value }
        fail(tree, node, "found \(tree.typeName(at: node)), expected true or false")
        return false
    }

    private mutating func string(_ node: Int, _ tree: JSONTree, _ meaning: String) -> String? {
        if let text = tree.string(at: node), !text.isEmpty { return text }
        fail(tree, node, "found \(tree[node].description.shortened(to: 60)), expected \(meaning) in a string")
        return nil
    }

    private mutating func strings(_ node: Int, _ tree: JSONTree, _ meaning: String) -> [String] {
        guard tree.kind(of: node) == .array else {
            fail(tree, node, "found \(tree.typeName(at: node)), expected an array of \(meaning)")
            return []
        }
        var texts: [String] = []
        for element in tree.elements(of: node) {
            guard let text = tree.string(at: element) else {
                fail(tree, element, "found \(tree.typeName(at: element)), expected a string")
                continue
            }
            texts.append(text)
        }
        return texts
    }

    /// The values of the members of an object. Unknown members are problems, unless they begin with `$`.
    private mutating func members(of node: Int, _ tree: JSONTree, _ known: [String]) -> [String: Int] {
        guard tree.kind(of: node) == .object else {
            fail(tree, node, "found \(tree.typeName(at: node)), expected an object")
            return [:]
        }
        var found: [String: Int] = [:]
        for member in tree.members(of: node) {
            let key = tree.string(at: member.key) ?? ""
            if known.contains(key) {
                found[key] = member.value
            } else if !tree.isMetadata(key: member.key) {
                fail(
                    tree, member.key, "unknown member \(SettingProblem.quoted(key))",
                    help: "the members are \(known.joined(separator: ", "))")
            }
        }
        return found
    }

    private mutating func fail(_ tree: JSONTree, _ node: Int, _ message: String, help: String? = nil) {
        problems.append(ReaderRecordProblem(span: tree.nodes[node].span, message: message, help: help))
    }
}
