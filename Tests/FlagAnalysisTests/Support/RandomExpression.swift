import FlagResolver
import TestSupport

/// An expression as text, and the plainest way to say whether it is true for one version.
indirect enum RandomExpression {
    case equal(String, String, isNegated: Bool)
    case member(String, [String])
    case exists(String)
    case not(RandomExpression)
    case and(RandomExpression, RandomExpression)
    case or(RandomExpression, RandomExpression)
    case implies(RandomExpression, RandomExpression)

    private static let names = ["a", "b", "c"]
    private static let values = ["true", "false", "1", "1.0", "\"a\"", "null"]

    init(depth: Int, using random: inout SeededRandom) {
        func name() -> String { Self.names.randomElement(using: &random) ?? "a" }
        func value() -> String { Self.values.randomElement(using: &random) ?? "null" }
        func inner() -> RandomExpression { RandomExpression(depth: depth - 1, using: &random) }
        switch Int.random(in: depth > 0 ? 0...8 : 0...4, using: &random) {
        case 0, 1, 2: self = .equal(name(), value(), isNegated: Bool.random(using: &random))
        case 3: self = .member(name(), (0..<Int.random(in: 0...3, using: &random)).map { _ in value() })
        case 4: self = .exists(Bool.random(using: &random) ? name() : "z")
        case 5: self = .not(inner())
        case 6: self = .and(inner(), inner())
        case 7: self = .or(inner(), inner())
        default: self = .implies(inner(), inner())
        }
    }

    var text: String {
        switch self {
        case .equal(let name, let value, let isNegated): "\(name) \(isNegated ? "!=" : "==") \(value)"
        case .member(let name, let values): "\"\(name)\" in [\(values.joined(separator: ", "))]"
        case .exists(let name): "exists(\(name))"
        case .not(let inner): "not (\(inner.text))"
        case .and(let left, let right): "(\(left.text)) and (\(right.text))"
        case .or(let left, let right): "(\(left.text)) or (\(right.text))"
        case .implies(let left, let right): "(\(left.text)) => (\(right.text))"
        }
    }

    /// Whether it is true for a version; `nil` where a setting that it speaks of has no value.
    func isTrue(in document: SettingsDocument, for version: AppVersion) -> Bool? {
        func value(_ name: String) -> Int? {
            document.index(named: name).flatMap { document.resolve($0, for: version).value }
        }
        func isEqual(_ node: Int, _ text: String) -> Bool {
            guard let tree = try? JSONTree(parsing: Array(text.utf8)) else { return false }
            return document.tree.isEqual(node, to: tree, 0)
        }
        func both(_ left: RandomExpression, _ right: RandomExpression, _ rule: (Bool, Bool) -> Bool) -> Bool? {
            guard let first = left.isTrue(in: document, for: version),
                let second = right.isTrue(in: document, for: version)
            else { return nil }
            return rule(first, second)
        }
        switch self {
        case .equal(let name, let text, let isNegated): return value(name).map { isEqual($0, text) != isNegated }
        case .member(let name, let texts):
            return value(name).map { node in texts.contains { isEqual(node, $0) } }
        case .exists(let name): return document.index(named: name) != nil
        case .not(let inner): return inner.isTrue(in: document, for: version).map { !$0 }
        case .and(let left, let right): return both(left, right) { $0 && $1 }
        case .or(let left, let right): return both(left, right) { $0 || $1 }
        case .implies(let left, let right): return both(left, right) { !$0 || $1 }
        }
    }
}
