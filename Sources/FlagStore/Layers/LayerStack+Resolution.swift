import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a key in a stack of layers.
struct LayeredValue<Value: Sendable>: Sendable {
    let value: Value
    let origin: LayeredOrigin
}

/// The reason for a value, and where it comes from: everything that does not depend on its type.
struct LayeredOrigin: Sendable {
    let details: ResolutionDetails
    let layer: SettingLayer

    /// The document that the value comes from.
    let document: LayeredDocument?

    /// The diagnostics of the layers that were skipped.
    let diagnostics: [StoreDiagnostic]
}

extension LayerStack {
    /// The value of a setting from the highest layer that has one of its type.
    ///
    /// - Parameters:
    ///   - isUnshared: Whether to decode the value for this call, so that threads that copy it do not contend for reference
    ///     counts. Otherwise it is decoded once for all calls.
    ///   - context: Another context than that of the layers, if there is one.
    func resolve<Value: SettingValue>(
        _ name: String, default defaultValue: Value, isUnshared: Bool = false, for context: EvaluationContext? = nil
    ) -> LayeredValue<Value> {
        guard let type = ScalarType(Value.self) else {
            return resolveDecoded(name, default: defaultValue, isUnshared: isUnshared, for: context)
        }
        let scalar = resolve(name, as: type, for: context)
        return LayeredValue(value: scalar.value?.value(as: Value.self) ?? defaultValue, origin: scalar.origin)
    }

    /// The value of a setting as a scalar type; `nil` for its default in code.
    ///
    /// - Parameter context: Another context than that of the layers, if there is one.
    func resolve(
        _ name: String, as type: ScalarType, for context: EvaluationContext? = nil
    ) -> LayeredValue<ScalarValue?> {
        var value: ScalarValue?
        let origin = origin(of: name) { diagnostics in
            guard !overrides.isEmpty else { return false }
            value = override(of: name, as: type, for: context, &diagnostics)
            return value != nil
        } read: { document in
            let context = context.map { document.resolvable($0) }
            let resolution =
                context.map { document.document.typedResolution(of: name, as: type, for: $0) }
                ?? document.snapshot.resolution(of: name, as: type)
            if let found = resolution.value { value = found }
            return document.readsGroup(named: name, insteadOf: resolution.details)
                ? group(named: name, of: document, as: type.type, for: context).details : resolution.details
        }
        return LayeredValue(value: value, origin: origin)
    }

    /// The value of a setting as a type that is not scalar.
    private func resolveDecoded<Value: SettingValue>(
        _ name: String, default defaultValue: Value, isUnshared: Bool, for context: EvaluationContext?
    ) -> LayeredValue<Value> {
        var value = defaultValue
        let origin = origin(of: name) { diagnostics in
            guard let found = override(of: name, as: Value.self, for: context, &diagnostics) else { return false }
            value = found
            return true
        } read: { document in
            let context = context.map { document.resolvable($0) }
            let resolution =
                if let context {
                    document.document.typedResolution(
                        of: name, default: defaultValue, for: context, makeDecoder: makeDecoder)
                } else if isUnshared {
                    document.snapshot.unsharedResolution(of: name, default: defaultValue)
                } else {
                    document.snapshot.resolution(of: name, default: defaultValue)
                }
            value = resolution.value
            guard document.readsGroup(named: name, insteadOf: resolution.details) else { return resolution.details }
            let group = group(named: name, of: document, as: Value.self, for: context)
            value = group.value ?? defaultValue
            return group.details
        }
        return LayeredValue(value: value, origin: origin)
    }

    /// Finds the highest layer that has a value of the right type.
    ///
    /// - Parameters:
    ///   - override: Reads the value that overrides the setting, and returns whether there is one.
    ///   - read: Reads the value in a document. The last one that it reads is the effective one, unless no layer has one.
    private func origin(
        of name: String,
        override: (inout [StoreDiagnostic]) -> Bool,
        read: (LayeredDocument) -> ResolutionDetails
    ) -> LayeredOrigin {
        var diagnostics: [StoreDiagnostic] = []
        if override(&diagnostics) {
            return LayeredOrigin(
                details: ResolutionDetails(reason: .static),
                layer: .debugOverride,
                document: nil,
                diagnostics: diagnostics
            )
        }
        var issues: [SettingIssue] = []
        var errorCode: ResolutionErrorCode?
        for document in documents {
            let layer = document.layer
            let details = read(document)
            if details.errorCode == .flagNotFound { continue }
            if !details.issues.isEmpty {
                let unusable = details.issues.filter { $0.code == .unusableAttribute }
                if !unusable.isEmpty { diagnostics.append(.unusableAttributes(name, in: layer, unusable)) }
                let mistyped = details.issues.filter { $0.code != .unusableAttribute }
                if !mistyped.isEmpty, details.errorCode != .invalidContext {
                    diagnostics.append(.typeMismatch(name, in: layer, mistyped))
                }
                issues += details.issues
            }
            if details.errorCode == nil || details.errorCode == .invalidContext {
                return LayeredOrigin(
                    details: issues.isEmpty ? details : details.withIssues(issues),
                    layer: layer,
                    document: document,
                    diagnostics: diagnostics
                )
            }
            errorCode = errorCode ?? details.errorCode
        }
        let fallback: ResolutionErrorCode = hasNoDocument ? .providerNotReady : .flagNotFound
        if errorCode == nil, fallback == .flagNotFound { diagnostics.append(.notFound(name)) }
        return LayeredOrigin(
            details: ResolutionDetails(reason: .error, errorCode: errorCode ?? fallback, issues: issues),
            layer: .codeDefault,
            document: nil,
            diagnostics: diagnostics
        )
    }

    /// Reads the values of overrides, which may contain a `PropertySetting`.
    ///
    /// - Parameter context: Another context than that of the layers, if there is one.
    func overrideReader(for other: EvaluationContext? = nil) -> ValueReader {
        ValueReader(context: other ?? context, makeDecoder: makeDecoder)
    }

    /// The value that overrides a setting; an override of another type is reported and skipped.
    func override<Value: SettingValue>(
        of name: String,
        as type: Value.Type,
        for other: EvaluationContext? = nil,
        _ problems: inout [StoreDiagnostic]
    ) -> Value? {
        let reader = overrideReader(for: other)
        if let found = overrides.values[ExactText(name)] {
            if let value = found.value(as: type, readBy: reader) { return value }
            problems.append(.mistypedOverride(name, found: found.found, expected: "\(type)"))
        }
        guard let text = overrides.texts.text(for: name) else { return nil }
        if let json = OverrideText.json(text, as: type, readBy: reader) {
            return json.value(as: type, readBy: reader)
        }
        problems.append(.badOverride(name, text, expected: "\(type)"))
        return nil
    }

    /// The value that overrides a setting of a scalar type.
    private func override(
        of name: String, as type: ScalarType, for context: EvaluationContext?, _ problems: inout [StoreDiagnostic]
    ) -> ScalarValue? {
        func value<Value: SettingValue>(_ type: Value.Type) -> ScalarValue? {
            override(of: name, as: type, for: context, &problems).flatMap { ScalarValue($0) }
        }
        return value(type.type)
    }

    /// The value that a key decodes from a group; `nil` if the group is not of its type.
    private func group<Value: SettingValue>(
        named name: String, of document: LayeredDocument, as type: Value.Type, for context: EvaluationContext?
    ) -> (value: Value?, details: ResolutionDetails) {
        let tree = document.document.tree
        guard let node = tree.group(named: name) else { return (nil, .notFound) }
        do {
            let value = try document.document.decode(
                type, at: node, for: context ?? document.snapshot.context, with: makeDecoder())
            return (value, ResolutionDetails(reason: .static))
        } catch {
            let issue = SettingIssue(SettingProblem(error, decoding: type), path: IssuePath(name))
            return (nil, ResolutionDetails(reason: .error, errorCode: .typeMismatch, issues: [issue]))
        }
    }
}

extension LayeredDocument {
    /// Whether a group is read, because there is no setting of the name.
    ///
    /// An object without entries is a setting if a key of its name can be decoded from it, and a group otherwise, as for a
    /// `PropertySetting`.
    fileprivate func readsGroup(named name: String, insteadOf details: ResolutionDetails) -> Bool {
        details.errorCode == .flagNotFound && !name.isEmpty && document.tree.group(named: name) != nil
    }
}
