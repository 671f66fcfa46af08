import FlagResolver

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
    let generation: UInt64
    let context: EvaluationContext
    private(set) var origin: SnapshotOrigin
    let log: DiagnosticLog
    let recorder: (@Sendable (String) -> Void)?

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// - Complexity: O(1), and a few nanoseconds if the key was read from this snapshot before.
    public subscript(key: SettingKey<Bool>) -> Bool {
        let word = key.memo.word.load()
        if word >> 1 == generation { return word & 1 == 1 }
        let value = read(key)
        if generation != Generation.unremembered {
            key.memo.word.store(generation << 1 | (value ? 1 : 0))
        }
        return value
    }

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// - Complexity: O(1) if the key was read from this snapshot before, otherwise that of decoding the value.
    public subscript<Value: SettingValue>(key: SettingKey<Value>) -> Value {
        if let value = key.memo.value(in: generation) { return value }
        let value = read(key)
        if generation != Generation.unremembered {
            key.memo.remember(value, in: generation)
        }
        return value
    }

    /// This snapshot with other layers.
    func with(_ stack: LayerStack, generation: UInt64) -> StoreSnapshot {
        StoreSnapshot(
            stack: stack,
            generation: generation,
            context: context,
            origin: origin,
            log: log,
            recorder: recorder
        )
    }

    /// Notes when the server last sent or confirmed the newest document. Threads may report their times out of order.
    mutating func documentWasConfirmed(at time: Duration) {
        origin.checkedAt = max(origin.checkedAt ?? time, time)
    }

    private func read<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        recorder?(key.name)
        let layered = stack.resolve(key.name, default: key.defaultValue)
        log.report(layered.diagnostics)
        return layered.value
    }

    /// The value of a setting, its reason and its origin.
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        recorder?(key.name)
        let layered = stack.resolve(key.name, default: key.defaultValue)
        log.report(layered.diagnostics)
        let (freshness, age) = origin.freshnessAndAge(of: layered.document)
        return StoreResolution(
            value: layered.value,
            reason: layered.resolution.reason,
            errorCode: layered.resolution.errorCode,
            entryIndex: layered.resolution.entryIndex,
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
    ///    are reported. If the fetched document lacks the group, it was deleted, and the previous document does not
    ///    restore it. Debug overrides of single settings do not apply to groups.
    /// 2. Each call decodes the group: keep the result.
    ///
    /// - Parameters:
    ///   - name: The path of the group joined with `.`; an empty one is the whole document.
    ///   - type: A type whose properties have the names of the settings.
    /// - Returns: `nil` if no document has such a group.
    /// - Complexity: O(*n*) for *n* bytes of the group.
    public func group<Group: Decodable>(_ name: String = "", as type: Group.Type = Group.self) -> Group? {
        recorder?(name)
        for document in stack.documents(where: { $0.tree.group(named: name) != nil }) {
            guard let node = document.document.tree.group(named: name) else { continue }
            let decoder = stack.makeDecoder()
            let issues = SettingIssueCollector()
            decoder.evaluationContext = context
            decoder.settingIssues = issues
            do {
                let group = try decoder.decode(type, from: Data(document.document.tree.text(of: node)))
                if !issues.issues.isEmpty { log.report([.settingIssues(issues.issues, in: document.layer)]) }
                return group
            } catch {
                let problem = SettingProblem.undecodable(type: "\(type)", reason: "\(error)")
                log.report([.typeMismatch(name, in: document.layer, [SettingIssue(problem, path: name)])])
            }
        }
        return nil
    }
}

extension JSONTree {
    /// The object at a path of keys; a key may contain dots.
    fileprivate func group(named name: String) -> Int? {
        guard !name.isEmpty else { return 0 }
        return group(at: 0, path: Array(name.utf8)[...])
    }

    /// Descends one object per key, so the recursion is no deeper than the document.
    private func group(at node: Int, path: ArraySlice<UInt8>) -> Int? {
        for member in members(of: node) where kind(of: member.value) == .object {
            guard let key = stringBytes(at: member.key), path.starts(with: key) else { continue }
            let rest = path.dropFirst(key.count)
            if rest.isEmpty { return member.value }
            guard rest.first == UInt8(ascii: ".") else { continue }
            if let found = group(at: member.value, path: rest.dropFirst()) { return found }
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
