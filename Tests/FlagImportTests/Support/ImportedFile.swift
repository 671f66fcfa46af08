import FlagAnalysis
import FlagImport
import FlagResolver
import Testing

/// A file of another system, what it becomes, and for whom it differs.
struct ImportedFile {
    let text: String
    let tree: JSONTree
    let source: ImportSource
    let document: ImportedDocument
    let statement: ImportStatement

    /// A configuration of ConfigCat.
    init(_ text: String) throws {
        try self.init(text) { ConfigCatConfig.source(of: $0) }
    }

    private init(_ text: String, _ read: (JSONTree) -> ImportSource) throws {
        self.text = text
        tree = try JSONTree(parsing: Array(text.utf8))
        source = read(tree)
        document = try ImportedDocument(source)
        statement = try ImportStatement(source, document)
    }

    /// A template of Firebase.
    static func firebase(_ text: String, _ options: FirebaseOptions = FirebaseOptions()) throws -> ImportedFile {
        try ImportedFile(text) { FirebaseTemplate.source(of: $0, options, zones: .few) }
    }

    /// A template of Firebase with one condition, which gives a Boolean another value.
    static func withCondition(
        _ expression: String, _ options: FirebaseOptions = FirebaseOptions()
    ) throws -> ImportedFile {
        var writer = JSONWriter()
        writer.write(expression)
        let expression = String(decoding: writer.bytes, as: UTF8.self)
        return try firebase(
            """
            {"conditions": [{"name": "c", "expression": \(expression)}],
             "parameters": {"p": {"defaultValue": {"value": "false"}, "conditionalValues": {"c": {"value": "true"}},
                                  "valueType": "BOOLEAN"}}}
            """, options)
    }

    /// The part of the template that a span names.
    func text(_ span: Range<Int>) -> String { String(decoding: tree.bytes[span], as: UTF8.self) }

    /// The place of a span, as `line:column`.
    func place(_ span: Range<Int>) -> String { "\(tree.location(at: span.lowerBound).location)" }

    /// The entries of a setting as compact JSON, without their values.
    func conditions(of name: String) -> [String] {
        guard let setting = document.settings.index(named: name) else { return [] }
        let tree = document.settings.tree
        return document.settings.entryIndices(of: setting).map { entry in
            let node = Int(document.settings.loaded[entry].node)
            let members = tree.members(of: node).filter { !["name", "value"].contains(tree.string(at: $0.key) ?? "") }
            let texts = members.map { key, value in
                "\(tree.string(at: key) ?? ""): \(String(decoding: tree.text(of: value), as: UTF8.self))"
            }
            return texts.joined(separator: ", ")
        }
    }

    /// For whom a setting differs, in words, each with the values of both systems.
    func rows(of name: String) -> [String] {
        let space = CaseSpace(statement.axes)
        guard let setting = statement.settings.first(where: { $0.name == name }),
            case .differs(let difference) = setting.outcome
        else { return [] }
        return difference.groups.flatMap { group in
            group.cases.map { item in
                let old = group.sourceValues.map { content in
                    switch content {
                    case .json(let json): String(decoding: json, as: UTF8.self)
                    case .unknown(let reason): reason
                    }
                }
                let new = group.importedValues.map { value in
                    String(decoding: value.json, as: UTF8.self) + (value.share.map { " for \($0)" } ?? "")
                }
                return
                    "\(space.text(of: item) ?? "everybody"): \(old.joined(separator: " or ")) → \(new.joined(separator: ", "))"
            }
        }
    }
}

extension TimeZones {
    /// A few zones, with the rules that they have since 2007.
    static var few: TimeZones {
        TimeZones { name in
            switch name {
            case "Europe/Berlin": ZoneFile.bytes("CET-1CEST,M3.5.0,M10.5.0/3")
            case "America/Los_Angeles": ZoneFile.bytes("PST8PDT,M3.2.0,M11.1.0")
            case "Asia/Kolkata": ZoneFile.bytes("IST-5:30")
            default: nil
            }
        }
    }
}

/// Files of the time zone database.
enum ZoneFile {
    /// A file with an offset of 0 and the given rule for all times.
    static func bytes(_ rule: String, transitions: [(start: Int64, offset: Int32)] = []) -> [UInt8] {
        func header(_ transitionCount: Int, _ typeCount: Int) -> [UInt8] {
            Array("TZif2".utf8) + Array(repeating: 0, count: 15)
                + [0, 0, 0, transitionCount, typeCount, 4].flatMap { bigEndian(Int32($0)) }
        }
        let name = Array("LMT\0".utf8)
        let none: [UInt8] = bigEndian(Int32(0)) + [0, 0]
        // Before the first transition the offset is 0. The rule holds from the last transition on, which is in 1970 if there are none.
        let all = transitions.isEmpty ? [(start: Int64(0), offset: Int32(0))] : transitions
        return header(0, 1) + none + name + header(all.count, all.count + 1) + all.flatMap { bigEndian($0.start) }
            + all.indices.map { UInt8($0 + 1) } + none + all.flatMap { bigEndian($0.offset) + [0, 0] } + name
            + Array("\n\(rule)\n".utf8)
    }

    private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        let width = value.bitWidth / 8
        return (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - $0))) }
    }
}
