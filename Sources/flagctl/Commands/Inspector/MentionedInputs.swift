import FlagAnalysis
import FlagResolver

/// The versions and attribute values that a document mentions, as suggestions where a context is entered.
struct MentionedInputs {
    struct Attribute {
        let name: String
        /// `nil` if the document does not declare one.
        let type: DeclaredAttributes.AttributeType?
        /// Scalars, in the order in which they are first mentioned.
        let values: [JSONValue]
    }

    /// In ascending order.
    private(set) var versions: [AppVersion] = []
    private let tree: JSONTree
    private let declared: DeclaredAttributes?
    private var values: [String: [JSONValue]] = [:]
    private var known: [String: Set<[UInt8]>] = [:]

    /// A longer list of suggestions would not help.
    private static let maximumValueCount = 100
    private static let maximumVersionCount = 200

    init(of document: SettingsDocument) {
        tree = document.tree
        declared = DeclaredAttributes(of: tree)
        if let node = tree.member(named: "$attributes" as StaticString, of: 0), tree.kind(of: node) == .object {
            for (key, declaration) in tree.members(of: node) {
                guard let values = tree.member(named: "values" as StaticString, of: declaration) else { continue }
                collect(values, of: tree.string(at: key) ?? "")
            }
        }
        var found: Set<AppVersion> = []
        for setting in document.indices {
            for entry in document.loaded[setting].entries {
                for interval in document.versions(of: entry).intervals {
                    for cut in [interval.lower, interval.upper] {
                        if let version = cut.version { found.insert(version) }
                    }
                }
                guard let when = document.loaded.targeting(of: entry)?.when else { continue }
                for (key, condition) in tree.members(of: when) { collect(condition, of: tree.string(at: key) ?? "") }
            }
        }
        versions = found.sorted().suffix(Self.maximumVersionCount)
    }

    func attribute(named name: String) -> Attribute {
        Attribute(name: name, type: declared?[name]?.type, values: values[name] ?? [])
    }

    /// Collects the scalars of a condition.
    private mutating func collect(_ node: Int, of name: String) {
        switch tree.kind(of: node) {
        case .string, .number, .true, .false:
            guard values[name, default: []].count < Self.maximumValueCount,
                known[name, default: []].insert(Array(tree.text(of: node))).inserted
            else { return }
            values[name, default: []].append(tree[node])
        case .array: for element in tree.elements(of: node) { collect(element, of: name) }
        case .object:
            // `version` and `absent` contain requirements and a Boolean, not values of the attribute.
            for (key, operand) in tree.members(of: node) {
                if let test = tree.string(at: key), test != "version", test != "absent" { collect(operand, of: name) }
            }
        case .null: break
        }
    }
}
