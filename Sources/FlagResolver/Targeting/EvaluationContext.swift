#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a setting is resolved for: the app version, the user, the date, and attributes.
///
/// ```swift
/// var context = EvaluationContext(appVersion: "1.4.0", targetingKey: "user-1", date: .now)
/// context["country"] = "DE"
/// let snapshot = document.snapshot(for: context)
/// ```
///
/// 1. What is absent satisfies no condition, except that it is absent. An empty string counts as absent.
/// 2. Nothing is read from the system: a context without a date has no date, so that no schedule applies.
/// 3. Everything that takes an ``AppVersion`` in its place means a context with that version and nothing else.
///
/// Standard: OpenFeature specification, *Evaluation context*.
public struct EvaluationContext: Hashable, Sendable {
    /// The version of the running app; `nil` if it is not known.
    ///
    /// Without a version, no condition on the version holds.
    public var appVersion: AppVersion?

    /// A text that stays the same for one user or installation; `nil` if there is none.
    ///
    /// It decides which rollouts include the user. The empty text counts as `nil`.
    public var targetingKey: String? {
        didSet { if targetingKey?.isEmpty == true { targetingKey = nil } }
    }

    /// The date for schedules, exact to the nanosecond.
    package var instant: Instant?

    /// The attributes, ordered by the bytes of their names; none is an empty string.
    private var attributeList: [Attribute] = []

    private struct Attribute: Hashable, Sendable {
        let name: String
        var value: AttributeValue
    }

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - appVersion: The version of the running app; `nil` if it is not known.
    ///   - targetingKey: A text that stays the same for one user or installation.
    ///   - date: The date for schedules, usually the current one.
    ///   - attributes: Further facts by their names.
    public init(
        appVersion: AppVersion? = nil,
        targetingKey: String? = nil,
        date: Date? = nil,
        attributes: [String: AttributeValue] = [:]
    ) {
        self.appVersion = appVersion
        self.targetingKey = targetingKey?.isEmpty == true ? nil : targetingKey
        instant = date.flatMap { Instant($0) }
        for (name, value) in attributes { self[name] = value }
    }

    /// Whether two contexts satisfy the same conditions. Targeting keys are compared by their bytes, as rollouts do.
    public static func == (left: EvaluationContext, right: EvaluationContext) -> Bool {
        let keysAreEqual =
            switch (left.targetingKey, right.targetingKey) {
            case (let left?, let right?): left.utf8.elementsEqual(right.utf8)
            case (nil, nil): true
            default: false
            }
        return keysAreEqual && left.appVersion == right.appVersion && left.instant == right.instant
            && left.attributeList == right.attributeList
    }

    /// The date for schedules; `nil` if it is not known.
    ///
    /// Without a date, no schedule applies. A date is rounded to the nanosecond.
    public var date: Date? {
        get { instant.map { $0.date } }
        set { instant = newValue.flatMap { Instant($0) } }
    }

    /// The attributes by their names.
    public var attributes: [String: AttributeValue] {
        get { Dictionary(attributeList.map { ($0.name, $0.value) }) { first, _ in first } }
        set {
            attributeList = []
            for (name, value) in newValue { self[name] = value }
        }
    }

    /// The attribute with a name; `nil` if it is absent. Setting the empty string removes it.
    ///
    /// Conditions can name attributes that start with an ASCII letter and continue with ASCII letters, digits, `_` and
    /// `-`; other names are never tested. `appVersion`, `targetingKey` and `date` are properties, not attributes.
    ///
    /// - Complexity: O(*n*) for *n* attributes.
    public subscript(name: String) -> AttributeValue? {
        get { name.withUTF8Bytes { attribute(named: $0) } }
        set {
            let index = attributeList.firstIndex { !$0.name.utf8.lexicographicallyPrecedes(name.utf8) }
            let isKnown = index.map { attributeList[$0].name.utf8.elementsEqual(name.utf8) } ?? false
            if let index, isKnown { attributeList.remove(at: index) }
            guard let newValue, !newValue.isEmpty else { return }
            attributeList.insert(Attribute(name: name, value: newValue), at: index ?? attributeList.endIndex)
        }
    }

    /// The attribute with a name in UTF-8; `nil` if it is absent.
    func attribute(named name: RawSpan) -> AttributeValue? {
        for attribute in attributeList where attribute.name.utf8.count == name.byteCount {
            if attribute.name.withUTF8Bytes({ $0.isEqual(to: name) }) { return attribute.value }
        }
        return nil
    }
}
