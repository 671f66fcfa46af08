#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A document resolved for one app version: immutable, and safe to read from any thread.
///
/// ```swift
/// let snapshot = document.snapshot(for: "1.4.0")
/// let payments = snapshot.value(for: "payments", default: false)
/// let checkout = snapshot.resolution(of: "checkout", default: Checkout.legacy)
/// ```
///
/// 1. Reading never throws, blocks on I/O or traps, whatever the document holds: what cannot be read is the default that
///    the caller gives, and the resolution says why.
/// 2. `Bool`, `Int`, `Double` and `String` are read straight from the document's bytes; any other type through a
///    `JSONDecoder` on the value's own bytes, and remembered if it is `Sendable`.
/// 3. No type is coerced. A number with an integral value (`3.0`, `1e2`) is an `Int` if it fits; an integer that a
///    `Double` cannot hold exactly is no `Double`.
/// 4. An entry whose value is not of the type that is asked for is skipped, as ``PropertySetting`` skips it; if the
///    setting's default is not, the setting cannot be read as that type.
public struct SettingsSnapshot: Sendable {
    /// The document that is resolved.
    public let document: SettingsDocument

    /// The version it is resolved for; `nil` if there is none, and then every setting has its default.
    public let version: AppVersion?

    /// What wins in each slot.
    let winners: [Winner]

    /// What each slot is as a `Bool`, where that is known from kinds alone: a byte each stays near the processor.
    let bools: [BoolReading]

    let reader: ValueReader

    /// Values that a decoder made, so that each is made once.
    let decoded = Locked<[DecodedValueKey: any Sendable]>([:])

    init(_ document: SettingsDocument, version: AppVersion?, reader: ValueReader) {
        self.document = document
        self.version = version
        self.reader = reader
        winners = Self.winners(in: document.loaded, for: version)
        bools = winners.map { BoolReading($0) }
    }

    private static func winners(in loaded: LoadedSettings, for version: AppVersion?) -> [Winner] {
        guard let version else {
            return loaded.settings.map { Winner(defaultOf: $0) }
        }
        var winners: [Winner] = []
        winners.reserveCapacity(loaded.settings.count)
        for setting in loaded.settings {
            let end = Int(setting.endEntry)
            let match = loaded.firstMatch(from: Int(setting.firstEntry), to: end, for: version)
            winners.append(
                match == end
                    ? Winner(defaultOf: setting)
                    : Winner(entry: match, loaded.entries[match], of: setting)
            )
        }
        return winners
    }
}

extension SettingsSnapshot {
    /// What wins in a slot: all that most reads need to know, side by side.
    struct Winner: BitwiseCopyable {
        /// The entry, as a position in the document's entries; ``noEntry`` for the default.
        let entry: UInt32

        /// The node of the value; ``SettingRecord/missing`` where there is none.
        let value: UInt32

        let valueKind: JSONKind

        /// What the default is, which decides whether the setting can be read as a type at all.
        let defaultKind: JSONKind

        static let noEntry = UInt32.max

        init(defaultOf setting: SettingRecord) {
            entry = Self.noEntry
            value = setting.defaultValue
            valueKind = setting.defaultKind
            defaultKind = setting.defaultKind
        }

        init(entry: Int, _ record: EntryRecord, of setting: SettingRecord) {
            self.entry = UInt32(entry)
            value = record.value
            valueKind = record.valueKind
            defaultKind = setting.defaultKind
        }
    }
}

/// What reading a setting as a `Bool` gives.
enum BoolReading: BitwiseCopyable {
    case `false`
    case `true`
    /// The setting's default, or the first entry that matches, is no `Bool`: there is more to look at.
    case unknown

    @inline(__always)
    init(_ winner: SettingsSnapshot.Winner) {
        let hasDefault = winner.defaultKind.isBool
        switch winner.valueKind {
        case .true where hasDefault: self = .true
        case .false where hasDefault: self = .false
        default: self = .unknown
        }
    }
}

/// What a decoded value is remembered by.
struct DecodedValueKey: Hashable, Sendable {
    let slot: Int
    let type: ObjectIdentifier
}

extension SettingsDocument {
    /// Resolves the whole document for one app version.
    ///
    /// - Parameters:
    ///   - version: The version of the running app.
    ///   - makeDecoder: Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`: set its date
    ///     strategy here, say.
    /// - Complexity: O(*n*) for *n* entries.
    public func snapshot(
        for version: AppVersion,
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> SettingsSnapshot {
        SettingsSnapshot(self, version: version, reader: ValueReader(makeDecoder: makeDecoder))
    }

    /// A snapshot for an app whose version is not known.
    ///
    /// Every setting has its default, and its resolution says that there was no version if that could have made a
    /// difference.
    ///
    /// - Parameter makeDecoder: Makes the decoder for values that are neither `Bool`, `Int`, `Double` nor `String`.
    public func snapshotForUnknownVersion(
        makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) -> SettingsSnapshot {
        SettingsSnapshot(self, version: nil, reader: ValueReader(makeDecoder: makeDecoder))
    }
}
