import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values set for debugging, above every document.
struct DebugOverrides: Sendable {
    /// Values that were set at run time, or kept from an earlier run, by name.
    private(set) var values: [ExactText: DebugOverride] = [:]

    /// Counts the changes of ``values``.
    private(set) var revision = 0

    /// Values that were given as text at launch.
    var texts = TextOverrides()

    var isEmpty: Bool { values.isEmpty && texts.isEmpty }

    /// Sets an override, or removes it. One that no longer holds is removed, too.
    mutating func set(_ override: DebugOverride?, for name: ExactText, at now: Instant?) {
        values[name] = override.flatMap { $0.holds(at: now) ? $0 : nil }
        revision += 1
    }

    /// Replaces all overrides that were set at run time. Those that no longer hold are left out.
    mutating func replaceAll(with overrides: [ExactText: DebugOverride], at now: Instant?) {
        values = overrides.filter { $0.value.holds(at: now) }
        revision += 1
    }

    /// Removes the overrides that no longer hold.
    mutating func removeExpired(at now: Instant?) {
        if values.values.contains(where: { !$0.holds(at: now) }) { replaceAll(with: values, at: now) }
    }

    /// Whether an override has ended by a time in seconds since 1970.
    func isOutdated(at wallTime: Int64) -> Bool {
        let now = Instant(seconds: wallTime)
        return values.values.contains { !$0.holds(at: now) }
    }

    /// When the next override ends; `nil` if none has an end.
    var nextEnd: Instant? { values.values.compactMap(\.until).min() }
}

/// A value that overrides a setting.
struct DebugOverride: Sendable {
    /// The value that code has set; `nil` if it was given as JSON.
    private let value: (any Sendable)?

    /// The value as JSON; `nil` if its type cannot be written.
    let json: OverrideJSON?

    /// When the override ends; `nil` if it has no end.
    let until: Instant?

    /// An override by a value of code.
    init<Value: SettingValue>(_ value: Value, until: Instant?, readBy reader: ValueReader) {
        self.value = value
        self.until = until
        json = OverrideJSON(of: value, readBy: reader)
    }

    /// An override by JSON.
    init(_ json: OverrideJSON, until: Instant?) {
        value = nil
        self.json = json
        self.until = until
    }

    /// Whether the override holds at a time.
    func holds(at now: Instant?) -> Bool {
        guard let until, let now else { return true }
        return now < until
    }

    /// The value as the type of a key; `nil` if it has another type.
    func value<Value: SettingValue>(as type: Value.Type, readBy reader: ValueReader) -> Value? {
        // No value would be one of an optional type: the cast of `nil` succeeds.
        if let value, let typed = value as? Value { return typed }
        return json?.value(as: type, readBy: reader)
    }

    private static let maximumFoundLength = 80

    /// The value, for debug screens.
    var text: String { value.map { "\($0)" } ?? json?.text ?? "" }

    /// Whether the type of a key lists the value; see ``OverrideText/isListed(_:)``.
    func isListed<Value: SettingValue>(as type: Value.Type, readBy reader: ValueReader) -> Bool {
        value(as: type, readBy: reader).map { OverrideText.isListed($0) } ?? false
    }

    /// What was set, for diagnostics.
    var found: String {
        if let value { return "a value of type \(type(of: value))" }
        return json.map { $0.text.shortened(to: Self.maximumFoundLength) } ?? ""
    }
}

extension DebugOverrides {
    /// The overrides as JSON, in the form of a context, sorted by name. Those that cannot be written are left out.
    ///
    /// - Parameters:
    ///   - context: The context to write; `nil` to write the overrides alone.
    ///   - indentation: The number of spaces for each level; `nil` for one line.
    func json(in context: EvaluationContext?, indentedBy indentation: Int? = nil) -> [UInt8] {
        let written = values.sorted { $0.key < $1.key }.compactMap { name, override in
            override.json.map { (name: name.text, value: $0.text, until: override.until) }
        }
        var writer = JSONWriter(indentation.map { .indented(by: $0) } ?? .compact)
        writer.write(context, overrides: written)
        return writer.bytes
    }

    /// Reads what ``json(in:indentedBy:)`` writes.
    ///
    /// - Throws: Why the text has no overrides.
    static func read(
        _ json: [UInt8], limits: DocumentLimits, problems: inout [OverrideError]
    ) throws(OverrideError) -> [ExactText: DebugOverride] {
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: json, limits: limits.json)
        } catch {
            throw .unreadable("line \(error.location.line), column \(error.location.column): \(error.message)")
        }
        var found: [ContextOverride.Problem] = []
        guard tree.root.kind == .object, let overrides = ContextOverride.all(in: tree.root, problems: &found) else {
            throw .unreadable(#"expected an object with "\#(ContextOverride.memberName)""#)
        }
        problems += found.map { .malformed(path: $0.path, reason: $0.message) }
        return overrides.reduce(into: [:]) { values, override in
            values[ExactText(override.name)] = DebugOverride(OverrideJSON(override.value), until: override.until)
        }
    }
}
