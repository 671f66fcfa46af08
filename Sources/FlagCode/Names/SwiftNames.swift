package import FlagResolver

/// The Swift names of all settings of a document.
///
/// ```swift
/// let names = SwiftNames(of: document)
/// for setting in names.settings { print(setting.name, setting.path(in: namespace)) }   // checkout.style Flags.Checkout.style
/// ```
///
/// 1. The parts of a name are those between its dots. The last one is the setting and becomes lowerCamelCase, the others
///    are groups and become UpperCamelCase: `new-checkout.URLTimeout` is `NewCheckout.urlTimeout`.
/// 2. Groups whose Swift names are equal are one group.
/// 3. Two settings whose Swift names are equal are a problem, because no rule that keeps both is stable: a name would
///    depend on other settings.
package struct SwiftNames: Sendable {
    /// The settings that have a Swift name of their own, in document order.
    package private(set) var settings: [SwiftSettingName] = []

    /// Why the other settings have none, in document order.
    package private(set) var problems: [CodeProblem] = []

    /// - Complexity: O(*n*) in the size of all names.
    package init(of document: SettingsDocument) {
        var scopes: [[SwiftIdentifier]: [SwiftIdentifier: Declared]] = [:]
        for setting in document.indices {
            do throws(CodeProblem) {
                let name = try SwiftSettingName(of: setting, in: document)
                var declared: [(scope: [SwiftIdentifier], identifier: SwiftIdentifier)] = []
                for (depth, group) in name.groups.enumerated() {
                    let scope = Array(name.groups.prefix(depth))
                    // A script without capitals spells groups and settings alike.
                    if case .setting(let other)? = scopes[scope]?[group] {
                        throw .collision(of: name, with: other, in: document)
                    }
                    declared.append((scope, group))
                }
                switch scopes[name.groups]?[name.member] {
                case .setting(let other)?, .group(let other)?: throw .collision(of: name, with: other, in: document)
                case nil: break
                }
                for (scope, group) in declared where scopes[scope]?[group] == nil {
                    scopes[scope, default: [:]][group] = .group(of: name)
                }
                scopes[name.groups, default: [:]][name.member] = .setting(name)
                settings.append(name)
            } catch {
                problems.append(error)
            }
        }
    }

    /// What has a name in a group.
    private enum Declared {
        case setting(SwiftSettingName)
        /// A group, with the first setting in it.
        case group(of: SwiftSettingName)
    }
}

extension CodeProblem {
    /// Two settings have the same Swift name, or one has that of a group that the other is in.
    fileprivate static func collision(
        of name: SwiftSettingName, with other: SwiftSettingName, in document: SettingsDocument
    ) -> CodeProblem {
        let spans = [name, other].map { document.tree.nodes[Int(document.loaded[$0.setting].key)].span }
        let names = [name, other].map { SettingProblem.quoted($0.name) }
        let path = (name.groups + [name.member]).map(\.text).joined(separator: ".")
        let isSame = name.groups == other.groups && name.member == other.member
        return CodeProblem(
            isSame
                ? "\(names[0]) and \(names[1]) have the same Swift name, \(path)"
                : "the Swift names of \(names[0]) and \(names[1]) cannot both exist: one is a setting, and a group of the other",
            help: "rename one of them", span: spans[0],
            related: RelatedLocation(span: spans[1], note: "\(names[1]) is here"))
    }
}
