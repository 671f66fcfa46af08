import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a key in a stack of layers.
struct LayeredValue<Value: SettingValue>: Sendable {
    let resolution: Resolution<Value>
    let layer: SettingLayer

    /// The document that the value comes from.
    let document: LayeredDocument?

    /// The diagnostics of the layers that were skipped.
    let diagnostics: [StoreDiagnostic]

    var value: Value { resolution.value }
}

extension LayerStack {
    /// The value of a setting from the highest layer that has one of its type.
    ///
    /// - Parameter isUnshared: Whether to decode the value for this call, so that threads that copy it do not contend
    ///   for reference counts. Otherwise it is decoded once for all calls.
    func resolve<Value: SettingValue>(
        _ name: String, default defaultValue: Value, isUnshared: Bool = false
    ) -> LayeredValue<Value> {
        var diagnostics: [StoreDiagnostic] = []
        if let value = override(of: name, as: Value.self, &diagnostics) {
            return LayeredValue(
                resolution: Resolution(value: value, reason: .static),
                layer: .debugOverride,
                document: nil,
                diagnostics: diagnostics
            )
        }
        var issues: [SettingIssue] = []
        var errorCode: ResolutionErrorCode?
        for document in documents {
            let resolution = document.resolution(
                of: name, default: defaultValue, isUnshared: isUnshared, makeDecoder: makeDecoder)
            if resolution.errorCode == .flagNotFound { continue }
            let unusable = resolution.issues.filter { $0.code == .unusableAttribute }
            if !unusable.isEmpty { diagnostics.append(.unusableAttributes(name, in: document.layer, unusable)) }
            let mistyped = resolution.issues.filter { $0.code != .unusableAttribute }
            if !mistyped.isEmpty, resolution.errorCode != .invalidContext {
                diagnostics.append(.typeMismatch(name, in: document.layer, mistyped))
            }
            issues += resolution.issues
            if resolution.errorCode == nil || resolution.errorCode == .invalidContext {
                return LayeredValue(
                    resolution: resolution.withIssues(issues),
                    layer: document.layer,
                    document: document,
                    diagnostics: diagnostics
                )
            }
            errorCode = errorCode ?? resolution.errorCode
        }
        let fallback: ResolutionErrorCode = documents.isEmpty ? .providerNotReady : .flagNotFound
        if errorCode == nil, fallback == .flagNotFound { diagnostics.append(.notFound(name)) }
        return LayeredValue(
            resolution: Resolution(
                value: defaultValue,
                reason: .error,
                errorCode: errorCode ?? fallback,
                issues: issues
            ),
            layer: .codeDefault,
            document: nil,
            diagnostics: diagnostics
        )
    }

    /// The value that overrides a setting; an override of another type is reported and skipped.
    func override<Value: SettingValue>(
        of name: String,
        as type: Value.Type,
        _ problems: inout [StoreDiagnostic]
    ) -> Value? {
        if let found = overrides.values[ExactText(name)] {
            if let value = found as? Value { return value }
            problems.append(.mistypedOverride(name, found: "\(Swift.type(of: found))", expected: "\(type)"))
        }
        guard let text = overrides.texts.text(for: name) else { return nil }
        if let value = OverrideText.value(text, as: type, makeDecoder: makeDecoder) { return value }
        problems.append(.badOverride(name, text, expected: "\(type)"))
        return nil
    }
}

extension LayeredDocument {
    /// The value of a setting.
    ///
    /// An object without entries is a setting if a key of its name can be decoded from it, and a group otherwise, as for a
    /// `PropertySetting`.
    fileprivate func resolution<Value: SettingValue>(
        of name: String,
        default defaultValue: Value,
        isUnshared: Bool,
        makeDecoder: () -> JSONDecoder
    ) -> Resolution<Value> {
        let resolution =
            isUnshared
            ? snapshot.unsharedResolution(of: name, default: defaultValue)
            : snapshot.resolution(of: name, default: defaultValue)
        guard resolution.errorCode == .flagNotFound, !name.isEmpty, let node = document.tree.group(named: name) else {
            return resolution
        }
        do {
            let value = try makeDecoder().decode(Value.self, from: Data(document.tree.text(of: node)))
            return Resolution(value: value, reason: .static)
        } catch {
            let problem = SettingProblem(error, decoding: Value.self)
            return Resolution(
                value: defaultValue,
                reason: .error,
                errorCode: .typeMismatch,
                issues: [SettingIssue(problem, path: IssuePath(name))]
            )
        }
    }
}
