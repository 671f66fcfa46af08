public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a store knows about one setting, for a debug screen.
public struct SettingSummary: Hashable, Sendable, Identifiable {
    /// The name of the setting.
    public let name: String

    /// The effective value as text.
    ///
    /// The value of a key is described as Swift describes it. Without a key, it is the JSON of the document.
    public let value: String

    /// The type of the setting's key; `nil` if no key was declared or read.
    public let type: String?

    /// Why the setting has this value.
    public let reason: ResolutionReason

    /// The entry that matched; `default` if none did.
    ///
    /// It is the `name` of the entry, otherwise `entry-` and its number in `valuesByVersion`, counted from 1.
    public let entryName: String

    /// Where the value comes from.
    public let layer: SettingLayer

    /// When the debug override ends; `nil` if the setting is not overridden, or the override has no end.
    public let overriddenUntil: Date?

    /// The value as a text that ``SettingsStore/override(_:withText:until:)`` reads.
    ///
    /// `nil` if the setting has no key, or values of its type cannot be written as JSON.
    public let text: String?

    /// The texts of all values, for a picker; empty if the type does not list them.
    ///
    /// `Bool` and types that conform to `CaseIterable` list their values, among them the enums of generated keys.
    public let choices: [String]

    /// The name of the app's source that the value comes from.
    ///
    /// `nil` unless ``layer`` is ``SettingLayer/app``.
    public let sourceName: String?

    /// The name, which identifies the setting in a list.
    public var id: String { name }

    /// Whether a debug override is in effect.
    public var isOverridden: Bool { layer == .debugOverride }
}

extension LayerStack {
    /// The sorted summaries of all settings that have a key, are in a document, or are overridden.
    ///
    /// - Complexity: O(*n* log *n*) for *n* settings.
    func summaries(keys: [ExactText: [RegisteredKey]]) -> [SettingSummary] {
        names.union(keys.keys).union(overrides.values.keys).sorted().map { name in
            keys[name]?.first?.summary(self) ?? summary(ofUndeclared: name.text)
        }
    }

    /// The summary of a setting that has a key.
    func summary<Value: SettingValue>(of name: String, default defaultValue: Value) -> SettingSummary {
        let layered = resolve(name, default: defaultValue)
        let json = OverrideJSON(of: layered.value, readBy: overrideReader())
        return SettingSummary(
            name, "\(layered.value)", type: "\(Value.self)", layered, until: overrides.values[ExactText(name)]?.until,
            text: json?.text(of: layered.value, readBy: overrideReader()),
            choices: OverrideText.choices(of: Value.self, readBy: overrideReader()))
    }

    private func summary(ofUndeclared name: String) -> SettingSummary {
        let layered = resolve(name, default: AnyValue())
        let override = overrides.values[ExactText(name)]
        let value = override?.text ?? json(of: name, in: layered.origin.document)
        return SettingSummary(name, value, type: nil, layered, until: override?.until, text: nil, choices: [])
    }

    private func json(of name: String, in layered: LayeredDocument?) -> String {
        guard let layered, let setting = layered.document.index(named: name),
            let node = layered.document.resolve(setting, for: layered.snapshot.context).value
        else { return "" }
        return String(decoding: layered.document.tree.text(of: node), as: UTF8.self)
    }

    /// A value of any type.
    private struct AnyValue: Decodable, Equatable, Sendable {
        init() {}
        init(from decoder: any Decoder) {}
    }
}

extension SettingSummary {
    fileprivate init<Value>(
        _ name: String, _ value: String, type: String?, _ layered: LayeredValue<Value>, until end: Instant?,
        text: String?, choices: [String]
    ) {
        self.init(
            name: name,
            value: value,
            type: type,
            reason: layered.origin.details.reason,
            entryName: EntryName.of(layered.origin.details),
            layer: layered.origin.layer,
            overriddenUntil: layered.origin.layer == .debugOverride ? end?.date : nil,
            text: text,
            choices: choices,
            sourceName: layered.origin.document?.source?.name
        )
    }
}
