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
    @usableFromInline let contents: SnapshotContents

    /// When the server last sent or confirmed the highest document.
    private var checkedAt: Duration?

    init(_ contents: SnapshotContents, checkedAt: Duration? = nil) {
        self.contents = contents
        self.checkedAt = checkedAt
    }

    var stack: LayerStack { contents.stack }
    var log: DiagnosticLog { contents.log }
    var reports: ReadReports { contents.reports }

    /// What the settings are resolved for: the context of the app, and what the store adds to it.
    ///
    /// The store adds the date, ``StoreConfiguration/commonAttributes``, the attribute `installationKey`, and the installation
    /// key as the targeting key if the app gives none.
    public var context: EvaluationContext { contents.context }

    /// The value of a setting; never blocks, throws or traps.
    ///
    /// Values are cached as by the subscript of ``SettingsStore``.
    ///
    /// - Parameter key: The setting. The expression is evaluated a second time if no value is cached.
    /// - Complexity: O(1), and a few nanoseconds, if this thread read the key from these settings before; otherwise that of
    ///   decoding the value.
    @inlinable
    public subscript<Value: SettingValue>(key: @autoclosure () -> SettingKey<Value>) -> Value { value(of: key) }

    /// The same for a `Bool`. Code that compiles never uses it.
    ///
    /// It lets the compiler name a setting that is gone.
    @_disfavoredOverload
    @inlinable
    public subscript(key: @autoclosure () -> SettingKey<Bool>) -> Bool { value(of: key) }

    @inlinable
    func value<Value: SettingValue>(of key: () -> SettingKey<Value>) -> Value {
        if let value = contents.generation.cachedValue(of: key().number, as: Value.self) { return value }
        return resolve(key())
    }

    /// Resolves a setting, and caches the value for this thread.
    @inlinable
    func resolve<Value: SettingValue>(_ key: SettingKey<Value>) -> Value {
        let value =
            if let type = ScalarType(Value.self), let scalar = unreportedValue(of: key.name, as: type) {
                scalar.value?.value(as: Value.self) ?? key.defaultValue
            } else {
                reportedValue(of: key)
            }
        contents.generation.cache(value, of: key.number)
        return value
    }

    /// This snapshot with other layers and for another context.
    func with(_ stack: LayerStack, _ context: EvaluationContext, generation: FixedGeneration) -> StoreSnapshot {
        StoreSnapshot(contents.with(stack, context, generation: generation), checkedAt: checkedAt)
    }

    /// The same snapshot, with a count of references of its own.
    func unshared() -> StoreSnapshot {
        StoreSnapshot(
            contents.with(contents.stack, contents.context, generation: contents.generation), checkedAt: checkedAt)
    }

    /// Notes when the server last sent or confirmed the newest document. Threads may report their times out of order.
    mutating func documentWasConfirmed(at time: Duration) {
        checkedAt = max(checkedAt ?? time, time)
    }

    /// The value of a setting, its reason and its origin.
    @inlinable
    public func resolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        guard let type = ScalarType(Value.self), let scalar = unreportedResolution(of: key.name, as: type) else {
            return reportedResolution(of: key)
        }
        return StoreResolution(
            value: scalar.value?.value(as: Value.self) ?? key.defaultValue, details: scalar.details)
    }

    /// The value of a setting for another context, its reason and its origin.
    ///
    /// This is for servers, where each request has a context.
    ///
    /// ```swift
    /// let context = EvaluationContext(appVersion: "1.4.0", targetingKey: user.id, attributes: ["country": "AT"])
    /// if snapshot.resolution(of: .payments, for: context).value { … }
    /// ```
    ///
    /// 1. The context of the snapshot is neither changed nor used: the store adds nothing to the given one except the date if
    ///    it has none. In particular, the installation key is not a user's.
    /// 2. All layers count, as for any other read.
    ///
    /// - Complexity: O(*n*) for *n* entries of the setting, and of those that it requires. Nothing is cached.
    public func resolution<Value: SettingValue>(
        of key: SettingKey<Value>, for context: EvaluationContext
    ) -> StoreResolution<Value> {
        var context = context
        if context.instant == nil { context.instant = Instant(seconds: contents.clock.wallTime) }
        let layered = contents.stack.resolve(key.name, default: key.defaultValue, for: context)
        contents.log.report(layered.origin.diagnostics)
        if contents.reports.areNeeded {
            contents.reports.report(key.name, layered, for: context.targetingKey, by: contents.clock)
        }
        return StoreResolution(value: layered.value, details: details(of: layered.origin))
    }

    /// The value of a setting as a scalar type; `nil` if reads must be reported, which needs the value as its own type.
    @usableFromInline
    func unreportedValue(of name: String, as type: ScalarType) -> ReadScalar? {
        guard !contents.reports.areNeeded else { return nil }
        let layered = contents.stack.resolve(name, as: type)
        contents.log.report(layered.origin.diagnostics)
        return ReadScalar(value: layered.value)
    }

    /// The same with its reason and its origin.
    @usableFromInline
    func unreportedResolution(
        of name: String, as type: ScalarType
    ) -> ResolvedScalar? {
        guard !contents.reports.areNeeded else { return nil }
        let layered = contents.stack.resolve(name, as: type)
        contents.log.report(layered.origin.diagnostics)
        return ResolvedScalar(value: layered.value, details: details(of: layered.origin))
    }

    private func reported<Value: SettingValue>(_ key: SettingKey<Value>, isUnshared: Bool) -> LayeredValue<Value> {
        let layered = contents.stack.resolve(key.name, default: key.defaultValue, isUnshared: isUnshared)
        contents.log.report(layered.origin.diagnostics)
        contents.reports.report(key.name, layered, for: contents.context.targetingKey, by: contents.clock)
        return layered
    }

    @usableFromInline
    func reportedValue<Value: SettingValue>(of key: SettingKey<Value>) -> Value {
        reported(key, isUnshared: true).value
    }

    @usableFromInline
    func reportedResolution<Value: SettingValue>(of key: SettingKey<Value>) -> StoreResolution<Value> {
        let layered = reported(key, isUnshared: false)
        return StoreResolution(value: layered.value, details: details(of: layered.origin))
    }

    /// What a resolution says about a value besides the value.
    private func details(of origin: LayeredOrigin) -> StoreResolutionDetails {
        let (freshness, age) = freshnessAndAge(of: origin.document)
        return StoreResolutionDetails(
            resolution: origin.details,
            layer: origin.layer,
            sourceName: origin.document?.source?.name,
            freshness: freshness,
            documentVersion: origin.document?.document.documentVersion,
            age: age
        )
    }

    /// The freshness of a document, and the time since the server sent or confirmed it.
    private func freshnessAndAge(of document: LayeredDocument?) -> (Freshness, Duration?) {
        guard let document, document.layer == .remote || document.layer == .lastKnownGood else {
            return (.local, nil)
        }
        let now = contents.clock.monotonicTime
        guard document.isNewest, let checkedAt else {
            return (.stale, max(.zero, document.initialAge + (now - document.since)))
        }
        let age = max(.zero, now - checkedAt)
        return (age < contents.maximumAge ? .fresh : .stale, age)
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
        for document in stack.documents where document.source == nil {
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

/// A scalar value that was read; `nil` if the setting has its default in code.
@usableFromInline
struct ReadScalar: Sendable {
    @usableFromInline let value: ScalarValue?
}

/// The same with its reason and its origin.
@usableFromInline
struct ResolvedScalar: Sendable {
    @usableFromInline let value: ScalarValue?
    @usableFromInline let details: StoreResolutionDetails
}

/// The parts of a snapshot behind one reference, so that a copy costs one retain.
@usableFromInline
final class SnapshotContents: Sendable {
    let stack: LayerStack
    @usableFromInline let generation: FixedGeneration
    let context: EvaluationContext
    let clock: any StoreClock
    let maximumAge: Duration
    let log: DiagnosticLog
    let reports: ReadReports

    init(
        stack: LayerStack, generation: FixedGeneration, context: EvaluationContext, clock: any StoreClock,
        maximumAge: Duration, log: DiagnosticLog, reports: ReadReports
    ) {
        self.stack = stack
        self.generation = generation
        self.context = context
        self.clock = clock
        self.maximumAge = maximumAge
        self.log = log
        self.reports = reports
    }

    /// These contents with other layers and for another context.
    func with(_ stack: LayerStack, _ context: EvaluationContext, generation: FixedGeneration) -> SnapshotContents {
        SnapshotContents(
            stack: stack, generation: generation, context: context, clock: clock, maximumAge: maximumAge, log: log,
            reports: reports)
    }
}
