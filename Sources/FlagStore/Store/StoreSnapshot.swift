public import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The settings of a store at one moment.
///
/// Read values that must be consistent with each other from one snapshot.
///
/// ```swift
/// let snapshot = store.snapshot
/// if snapshot[.payments], snapshot[.checkout] == .modern { … }
/// ```
///
/// A snapshot never changes, even when the store does.
public struct StoreSnapshot: Sendable {
    let stack: LayerStack
    @usableFromInline let generation: FixedGeneration

    /// What the settings are resolved for: the context of the app, and what the store adds to it.
    ///
    /// The store adds the date, ``StoreConfiguration/commonAttributes``, the attribute `installationKey`, and the installation
    /// key as the targeting key if the app gives none.
    public let context: EvaluationContext
    private(set) var origin: SnapshotOrigin
    let log: DiagnosticLog
    let reports: ReadReports

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// Values are cached as by the store: see ``SettingsStore/subscript(_:)``.
    ///
    /// - Parameter key: The setting. The expression is evaluated a second time if no value is cached.
    /// - Complexity: O(1), and a few nanoseconds, if this thread read the key from these settings before; otherwise that of
    ///   decoding the value.
    @inlinable
    public subscript<Value: SettingValue>(key: @autoclosure () -> SettingKey<Value>) -> Value {
        if let value = generation.cachedValue(of: key().number, as: Value.self) { return value }
        return resolve(key())
    }

    /// Resolves a setting, and caches the value for this thread.
    @usableFromInline
    func resolve<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        let value = read(key, isUnshared: true).value
        generation.cache(value, of: key.number)
        return value
    }

    /// This snapshot with other layers and for another context.
    func with(_ stack: LayerStack, _ context: EvaluationContext, generation: FixedGeneration) -> StoreSnapshot {
        StoreSnapshot(
            stack: stack,
            generation: generation,
            context: context,
            origin: origin,
            log: log,
            reports: reports
        )
    }

    /// Notes when the server last sent or confirmed the newest document. Threads may report their times out of order.
    mutating func documentWasConfirmed(at time: Duration) {
        origin.checkedAt = max(origin.checkedAt ?? time, time)
    }

    private func read<Value: SettingValue>(
        _ key: SettingKey<Value>, isUnshared: Bool = false
    ) -> LayeredValue<Value> {
        let layered = stack.resolve(key.name, default: key.defaultValue, isUnshared: isUnshared)
        log.report(layered.diagnostics)
        reports.report(key.name, layered)
        return layered
    }

    /// The value of a setting, its reason and its origin.
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        let layered = read(key)
        let (freshness, age) = origin.freshnessAndAge(of: layered.document)
        return StoreResolution(
            value: layered.value,
            reason: layered.resolution.reason,
            errorCode: layered.resolution.errorCode,
            entryIndex: layered.resolution.entryIndex,
            entryName: EntryName.of(layered.resolution),
            requirement: layered.resolution.requirement,
            issues: layered.resolution.issues,
            layer: layered.layer,
            freshness: freshness,
            documentVersion: layered.document?.document.documentVersion,
            age: age
        )
    }

    /// A group of settings as one struct of `PropertySetting`s.
    ///
    /// ```swift
    /// struct Checkout: Decodable {
    ///     let style: PropertySetting<Style>
    ///     let maxItems: PropertySetting<Int>
    /// }
    /// let checkout = store.snapshot.group("checkout", as: Checkout.self)
    /// ```
    ///
    /// 1. The whole group comes from the highest document in which it decodes as the type; documents in which it does not
    ///    are reported. Debug overrides of single settings do not apply to groups.
    /// 2. Each call decodes the group: keep the result.
    ///
    /// - Parameters:
    ///   - name: The path of the group joined with `.`; an empty one is the whole document.
    ///   - type: A type whose properties have the names of the settings.
    /// - Returns: `nil` if no document has such a group.
    /// - Complexity: O(*n*) for *n* bytes of the group.
    public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
        reports.recordGroup(name)
        for document in stack.documents {
            guard let node = document.document.tree.group(named: name) else { continue }
            let decoder = stack.makeDecoder()
            let issues = SettingIssueCollector()
            decoder.settingIssues = issues
            do {
                let group = try document.document.decode(
                    type, at: node, for: document.snapshot.context, with: decoder)
                if !issues.issues.isEmpty { log.report([.settingIssues(issues.issues, in: document.layer)]) }
                return group
            } catch {
                let problem = SettingProblem.undecodable(type: "\(type)", reason: "\(error)")
                log.report([.typeMismatch(name, in: document.layer, [SettingIssue(problem, path: IssuePath(name))])])
            }
        }
        return nil
    }
}

/// What a snapshot needs to determine the age of its documents.
struct SnapshotOrigin: Sendable {
    let clock: any StoreClock
    let maximumAge: Duration

    /// When the server last sent or confirmed the highest of its documents.
    var checkedAt: Duration?

    /// The freshness of a document, and the time since the server sent or confirmed it.
    func freshnessAndAge(of document: LayeredDocument?) -> (Freshness, Duration?) {
        guard let document, document.layer == .remote || document.layer == .lastKnownGood else {
            return (.local, nil)
        }
        let now = clock.monotonicTime
        guard document.isNewest, let checkedAt else {
            return (.stale, max(.zero, document.initialAge + (now - document.since)))
        }
        let age = max(.zero, now - checkedAt)
        return (age < maximumAge ? .fresh : .stale, age)
    }
}
