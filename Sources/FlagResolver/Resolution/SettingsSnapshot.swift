#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A document resolved for one context: immutable, and safe to read from any thread.
///
/// ```swift
/// let snapshot = document.snapshot(for: "1.4.0")
/// let payments = snapshot.value(for: "payments", default: false)
/// let checkout = snapshot.resolution(of: "checkout", default: Checkout.legacy)
/// ```
///
/// 1. Reading never throws, blocks on I/O or traps, whatever the document contains. If a setting cannot be read, the value
///    is the default that the caller passes, and the resolution gives the reason.
/// 2. `Bool`, `Int`, `Double` and `String` are read straight from the bytes of the document. Any other type is decoded by a
///    `JSONDecoder` from the bytes of its value, and kept if it is `Sendable`.
/// 3. No type is coerced. A number with an integral value (`3.0`, `1e2`) is an `Int` if it fits. An integer that a `Double`
///    cannot represent exactly is not a `Double`.
/// 4. An entry whose value is not of the requested type is skipped, as ``PropertySetting`` skips it. If the default of the
///    setting is not of that type, the setting cannot be read as that type.
public struct SettingsSnapshot: Sendable {
    /// The document that is resolved.
    public let document: SettingsDocument

    /// The context that it is resolved for.
    public let context: EvaluationContext

    /// For each setting, the first entry whose condition holds, whatever the type of its value.
    let winners: [Winner]

    let reader: ValueReader

    /// The decoded values. Threads that read one at the same time may all decode it, but share what the first one stored.
    let decoded = Locked<[DecodedValueKey: any Sendable]>([:])

    init(_ document: SettingsDocument, context: EvaluationContext, reader: ValueReader) {
        self.document = document
        self.context = context
        self.reader = reader
        winners = Self.winners(in: document, context: context)
    }

    /// The app version that the document is resolved for.
    ///
    /// `nil` if it is not known; then no condition on the version holds.
    public var version: AppVersion? { context.appVersion }

    private static func winners(in document: SettingsDocument, context: EvaluationContext) -> [Winner] {
        let loaded = document.loaded
        var evaluator = ConditionEvaluator(document, context, remembersConditions: true)
        return loaded.settings.map { setting in
            let first = FirstMatch.winner(among: setting.entries) {
                evaluator.holds($0, in: loaded, for: context)
            } value: {
                loaded[$0]
            }
            return first.map { Winner(entry: $0.entry, $0.value, of: setting) } ?? Winner(defaultOf: setting)
        }
    }
}

extension SettingsSnapshot {
    /// The winner for one setting, with everything that most reads need in one cache line.
    struct Winner: BitwiseCopyable {
        /// The node of the value; ``SettingRecord/missing`` if there is none.
        private let valueNode: UInt32

        /// The entry that wins; `nil` for the default.
        let entry: EntryIndex?

        let valueKind: JSONKind

        /// The kind of the default, which must have the requested type, too.
        let defaultKind: JSONKind

        fileprivate init(defaultOf setting: SettingRecord) {
            entry = nil
            valueNode = setting.defaultValue
            valueKind = setting.defaultKind
            defaultKind = setting.defaultKind
        }

        fileprivate init(entry: EntryIndex, _ record: EntryRecord, of setting: SettingRecord) {
            self.entry = entry
            valueNode = record.value
            valueKind = record.valueKind
            defaultKind = setting.defaultKind
        }

        /// The node of the value; `nil` if the setting has no default.
        var value: Int? { valueNode == SettingRecord.missing ? nil : Int(valueNode) }
    }

    /// What identifies a decoded value.
    struct DecodedValueKey: Hashable, Sendable {
        let setting: SettingIndex
        let type: ObjectIdentifier
    }
}

extension SettingsDocument {
    /// Resolves the whole document for an app version.
    ///
    /// - Parameters:
    ///   - version: The version of the running app.
    ///   - makeDecoder: Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`. For example,
    ///     set its date strategy here.
    /// - Complexity: O(*n*) for *n* entries.
    public func snapshot(
        for version: AppVersion,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> SettingsSnapshot {
        snapshot(for: EvaluationContext(version: version), makeDecoder: makeDecoder)
    }

    /// Resolves the whole document for a context.
    ///
    /// A value that the context lacks satisfies only a test for absence. The resolution of a setting reports a
    /// missing version if an entry tests it.
    ///
    /// - Parameters:
    ///   - context: What is known about the running app.
    ///   - makeDecoder: Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`.
    /// - Complexity: O(*n*) for *n* entries.
    public func snapshot(
        for context: EvaluationContext,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> SettingsSnapshot {
        SettingsSnapshot(self, context: context, reader: ValueReader(context: context, makeDecoder: makeDecoder))
    }
}

extension SettingsSnapshot {
    /// The node of the untyped value of a setting; `nil` if it cannot be resolved.
    ///
    /// - Complexity: O(1), unless the setting has an entry that does not have the declared type.
    package func node(of setting: SettingIndex) -> Int? {
        let record = document.loaded[setting]
        guard !record.isUnresolvable else { return nil }
        return record.hasMistypedEntries
            ? document.resolve(setting, for: context).value : winners[setting.position].value
    }

    /// The settings whose untyped values may differ in another snapshot of the same document.
    ///
    /// - Complexity: O(*n*) for *n* settings.
    package func settings(changedIn other: SettingsSnapshot) -> [SettingIndex] {
        let loaded = document.loaded
        return loaded.indices.filter { setting in
            let position = setting.position
            return winners[position].entry != other.winners[position].entry || loaded[setting].hasMistypedEntries
        }
    }

    /// Whether a setting has entries after its winner. A type that rejects the winner's value may read one of them.
    package func hasEntries(afterWinnerOf setting: SettingIndex) -> Bool {
        guard let entry = winners[setting.position].entry else { return false }
        return entry.advanced(by: 1) < document.loaded[setting].entries.upperBound
    }
}
