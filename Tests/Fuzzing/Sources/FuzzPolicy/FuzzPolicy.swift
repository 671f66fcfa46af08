import FlagAnalysis
import FlagResolver
import FuzzSupport

/// A document and policies for it, a line `---` between them.
///
/// 1. Whatever the text, every error says something, and stands at a place within the text.
/// 2. A `for` policy is violated for exactly those of many versions that are in its range and for which the expression is
///    false, evaluated for one version after the other.
/// 3. Any verdict is about versions, and twice the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPolicy(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let sections = unsafe FuzzInput(start, count: count).sections
    guard let text = sections.last else { return 0 }
    let (policies, errors) = Policy.parse(text)
    for error in errors {
        // Reports escape what they print, so a message may quote anything.
        claim(!error.message.isEmpty, "\(error.kind) says nothing")
        let isInside = error.span.lowerBound >= 0 && error.span.upperBound <= text.count
        claim(isInside, "\(error.kind) at \(error.span) of \(text.count) bytes")
    }
    guard sections.count > 1, let document = try? SettingsDocument(parsing: sections[0]),
        document.firstTargetedEntry == nil
    else { return 0 }
    var prover = PolicyProver(document, for: policies)
    for policy in policies {
        claim(policy.span.upperBound <= text.count, "\(policy.text.debugDescription) is not where it says")
        let verdict = prover.verdict(on: policy)
        let again = prover.verdict(on: policy)
        claim(verdict?.violated == again?.violated, "\(policy.text.debugDescription): two verdicts")
        if let verdict { claimExact(verdict, on: policy, in: document) }
    }
    return 0
}

private let probes = [
    "0", "0.9", "1", "1.0.0.1", "1.1", "1.4.0-0", "1.4.0-rc.1", "1.4.0", "1.4.0.1", "1.4.1", "1.4.2", "1.4.3", "1.5",
    "1.9.9", "2.0.0-0", "2.0.0-beta", "2", "2.0.1", "3", "9999.9",
].compactMap { AppVersion($0) }

private func claimExact(_ verdict: PolicyVerdict, on policy: Policy, in document: SettingsDocument) {
    switch verdict {
    case .proved(let versions), .violated(let versions, _, _):
        claim(!versions.isEmpty, "\(policy.text.debugDescription) is about nothing, and not vacuous")
    case .vacuous: break
    }
    let violated = verdict.violated
    guard case .holds(let range, let expression) = policy.statement, range.users == nil,
        expression.attributeTests.isEmpty
    else { return }
    for version in probes {
        let isBroken = range.versions.contains(version) && !expression.isTrue(in: document, for: version)
        claim(
            violated.contains(version) == isBroken,
            "\(policy.text.debugDescription): \(version) is \(isBroken ? "broken" : "kept"), and the verdict \(verdict)"
        )
    }
}

extension PolicyVerdict {
    /// The versions that break the policy.
    fileprivate var violated: VersionSet {
        if case .violated(let versions, _, _) = self { versions } else { .none }
    }
}

extension Expression {
    /// What the expression is for one version.
    fileprivate func isTrue(in document: SettingsDocument, for version: AppVersion) -> Bool {
        switch self {
        case .comparison(let name, let sign, let literal):
            guard let value = document.value(of: name, for: version) else { return sign == .notEqual }
            let tree = document.tree
            switch sign {
            case .equal: return tree.isEqual(value, to: literal.tree, Literal.root)
            case .notEqual: return !tree.isEqual(value, to: literal.tree, Literal.root)
            case .less: return tree.isLess(value, than: Literal.root, of: literal.tree) ?? false
            case .greater: return literal.tree.isLess(Literal.root, than: value, of: tree) ?? false
            case .lessOrEqual: return literal.tree.isLess(Literal.root, than: value, of: tree).map { !$0 } ?? false
            case .greaterOrEqual: return tree.isLess(value, than: Literal.root, of: literal.tree).map { !$0 } ?? false
            }
        case .membership(let name, let literals):
            guard let value = document.value(of: name, for: version) else { return false }
            return literals.contains { document.tree.isEqual(value, to: $0.tree, Literal.root) }
        case .attribute: return false
        case .exists(let name): return document.index(named: name.text) != nil
        case .not(let inner): return !inner.isTrue(in: document, for: version)
        case .all(let parts): return parts.allSatisfy { $0.isTrue(in: document, for: version) }
        case .any(let parts): return parts.contains { $0.isTrue(in: document, for: version) }
        case .implication(let left, let right):
            return !left.isTrue(in: document, for: version) || right.isTrue(in: document, for: version)
        }
    }
}

extension SettingsDocument {
    /// The node of a setting's value, resolved for one version.
    fileprivate func value(of name: Expression.SettingName, for version: AppVersion) -> Int? {
        index(named: name.text).flatMap { resolve($0, for: version).value }
    }
}
