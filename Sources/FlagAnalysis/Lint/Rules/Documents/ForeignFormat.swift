package import FlagResolver

/// The flag system that a file was made for, told by the members that its format requires.
package struct ForeignFormat {
    let system: String
    /// The node of the flags.
    let node: Int

    /// - Returns: `nil` unless the file has the format of a known system.
    package init?(of tree: JSONTree) {
        for (system, member, isFlag) in Self.systems {
            guard let flags = tree.member(named: member, of: 0) else { continue }
            let values: [Int]
            switch tree.kind(of: flags) {
            case .object: values = tree.members(of: flags).map(\.value)
            case .array: values = Array(tree.elements(of: flags))
            default: continue
            }
            guard !values.isEmpty, values.allSatisfy({ isFlag(tree, $0) }) else { continue }
            self.system = system
            node = flags
            return
        }
        return nil
    }

    private typealias System = (name: String, member: String, isFlag: @Sendable (JSONTree, Int) -> Bool)

    private static let systems: [System] = [
        ("flagd", "flags", { $0.has("state", $1) && $0.has("variants", $1) }),
        ("LaunchDarkly", "flagValues", { tree, _ in isFlagSource(tree) }),
        ("LaunchDarkly", "flags", { $0.has("variations", $1) && ($0.has("on", $1) || $0.has("fallthrough", $1)) }),
        ("ConfigCat", "f", { $0.has("t", $1) && $0.has("v", $1) }),
        ("Firebase Remote Config", "parameters", { isParameter($0, $1) }),
        (
            "GrowthBook", "features",
            { $0.has("defaultValue", $1) && !$0.has("valuesByVersion", $1) && $0.has("rules", $1) }
        ),
        ("Unleash", "features", { $0.has("strategies", $1) && $0.has("name", $1) }),
    ]

    /// Whether a document has nothing but the members of a file that replaces the service.
    private static func isFlagSource(_ tree: JSONTree) -> Bool {
        tree.members(of: 0).allSatisfy { key, _ in
            ["flags", "flagValues", "segments"].contains(tree.string(at: key) ?? "")
        }
    }

    /// Whether an object is a parameter of a Remote Config template: its values are objects.
    private static func isParameter(_ tree: JSONTree, _ node: Int) -> Bool {
        if tree.has("conditionalValues", node) { return true }
        guard tree.has("defaultValue", node), !tree.has("valuesByVersion", node),
            let value = tree.member(named: "defaultValue", of: node)
        else { return false }
        return ["value", "useInAppDefault", "personalizationValue", "rolloutValue"].contains { tree.has($0, value) }
    }
}

extension CheckedDocument {
    /// The system that the document was made for; `nil` for a document with an entry of this format.
    var foreignFormat: ForeignFormat? {
        settings.indices.contains { loaded[$0].listsEntries } ? nil : ForeignFormat(of: tree)
    }
}

extension JSONTree {
    fileprivate func has(_ member: String, _ node: Int) -> Bool {
        kind(of: node) == .object && self.member(named: member, of: node) != nil
    }
}
