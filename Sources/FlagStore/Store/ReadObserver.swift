public import FlagResolver

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A read of a setting, for exposure logs and metrics.
public struct SettingRead: Sendable {
    /// The name of the setting.
    public let name: String

    /// The value that was read.
    public let value: any Sendable

    /// Why the setting has this value.
    public let reason: ResolutionReason

    /// The entry that matched; `default` if none did.
    ///
    /// It is the `name` of the entry, otherwise `entry-` and its number in `valuesByVersion`, counted from 1.
    public let entryName: String

    /// Where the value comes from.
    public let layer: SettingLayer

    /// The name of the app's source that the value comes from.
    ///
    /// `nil` unless ``layer`` is ``SettingLayer/app``.
    public let sourceName: String?

    /// The version of the document that the value comes from.
    ///
    /// `nil` if the value comes from no document, or the document has no `$version`.
    public let documentVersion: Int64?

    /// The key that decided about rollouts: that of the user, otherwise the installation key.
    public let targetingKey: String?

    /// When the setting was read, by the wall clock of the store, in whole seconds.
    public let date: Date
}

/// Observes the reads of a store.
///
/// ```swift
/// configuration.onRead = .oncePerChange { read in
///     log("\(read.date) \(read.targetingKey ?? "") \(read.name)=\(read.value) \(read.reason) \(read.entryName)")
/// }
/// ```
///
/// It is called on the thread that reads, so it must be quick. It may read settings.
public struct ReadObserver: Sendable {
    let isCalledEachTime: Bool
    let call: @Sendable (SettingRead) -> Void

    /// An observer that is called when a setting is first read, and when a later read differs.
    ///
    /// A read differs if it has another value, reason, entry, layer or targeting key: so it is called for each user of a
    /// session.
    ///
    /// Reads of unchanged settings are as fast as without an observer.
    public static func oncePerChange(_ call: @escaping @Sendable (SettingRead) -> Void) -> ReadObserver {
        ReadObserver(isCalledEachTime: false, call: call)
    }

    /// An observer that is called for each read. Each read then resolves the setting again.
    public static func eachTime(_ call: @escaping @Sendable (SettingRead) -> Void) -> ReadObserver {
        ReadObserver(isCalledEachTime: true, call: call)
    }
}

/// Passes reads on to the observer of the app and to the recorder of a test.
final class ReadReports: Sendable {
    private let observer: ReadObserver?
    private let recorder: (@Sendable (String) -> Void)?
    private let reported = Locked<[ExactText: Reported]>([:])

    /// The last report of a setting.
    private struct Reported: Sendable {
        let read: SettingRead
        let revision: Int
    }

    init(observer: ReadObserver?, recorder: (@Sendable (String) -> Void)?) {
        self.observer = observer
        self.recorder = recorder
    }

    /// Whether each read must be reported, so that no value may be cached.
    var coverEveryRead: Bool { recorder != nil || observer?.isCalledEachTime == true }

    /// Whether anyone gets reports.
    var areNeeded: Bool { recorder != nil || observer != nil }

    func recordGroup(_ name: String) {
        recorder?(name)
    }

    /// Reports a read for a user.
    func report<Value: SettingValue>(
        _ name: String, _ layered: LayeredValue<Value>, for targetingKey: String?, by clock: any StoreClock
    ) {
        recorder?(name)
        guard let observer else { return }
        let read = SettingRead(
            name: name,
            value: layered.value,
            reason: layered.origin.details.reason,
            entryName: EntryName.of(layered.origin.details),
            layer: layered.origin.layer,
            sourceName: layered.origin.document?.source?.name,
            documentVersion: layered.origin.document?.document.documentVersion,
            targetingKey: targetingKey,
            date: Date(timeIntervalSince1970: Double(clock.wallTime))
        )
        if observer.isCalledEachTime || isNew(read, layered.value) { observer.call(read) }
    }

    /// Whether a read differs from the last one that was reported. The `==` of the value is called without the lock.
    private func isNew<Value: SettingValue>(_ read: SettingRead, _ value: Value) -> Bool {
        let name = ExactText(read.name)
        while true {
            let last = reported.withLock { $0[name] }
            if let last, last.read.layer == read.layer, last.read.sourceName == read.sourceName,
                last.read.reason == read.reason,
                last.read.entryName == read.entryName, last.read.targetingKey == read.targetingKey,
                last.read.value as? Value == value
            {
                return false
            }
            let isFirst = reported.withLock { reported in
                guard reported[name]?.revision == last?.revision else { return false }
                reported[name] = Reported(read: read, revision: (last?.revision ?? 0) &+ 1)
                return true
            }
            if isFirst { return true }
        }
    }
}
