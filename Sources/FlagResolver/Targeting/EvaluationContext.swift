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
/// 1. An absent value satisfies only a test for absence. An empty string counts as absent.
/// 2. Nothing is read from the system: a context without a date has no date, so that no schedule applies.
/// 3. A function that takes an ``AppVersion`` instead uses a context with that version and nothing else.
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
        get { table?.targetingKey }
        set { table = AttributeTable(targetingKey: newValue, attributeList, refused: refused) }
    }

    /// The date for schedules, exact to the nanosecond.
    package var instant: Instant?

    /// The targeting key and the attributes; `nil` if there are none.
    private(set) var table: AttributeTable?

    private var attributeList: [AttributeTable.NamedValue] { table?.values ?? [] }

    /// The values that were given and could not be read. Contexts that differ only in them are equal.
    private var refused: [AttributeTable.RefusedValue] { table?.refused ?? [] }

    /// Whether a value was given that could not be read.
    var hasRefusedValues: Bool { !(table?.refused.isEmpty ?? true) }

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
        instant = date.flatMap { Instant($0) }
        table = AttributeTable(targetingKey: targetingKey, Self.list(of: attributes), refused: [])
    }

    /// A context with nothing but a version, if there is one.
    init(version: AppVersion?) {
        appVersion = version
    }

    /// Whether two contexts are equal. Targeting keys are compared by their bytes, as in rollouts.
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

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(appVersion)
        hasher.combine(targetingKey)
        hasher.combine(instant)
        hasher.combine(attributeList)
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
        set { table = AttributeTable(targetingKey: targetingKey, Self.list(of: newValue), refused: refused) }
    }

    /// The attribute with a name; `nil` if it is absent. Setting the empty string removes it.
    ///
    /// Conditions can name attributes that start with an ASCII letter and continue with ASCII letters, digits, `_` and
    /// `-`; other names are never tested. `appVersion`, `targetingKey` and `date` are properties, not attributes.
    ///
    /// - Complexity: O(*n*) for *n* attributes.
    public subscript(name: String) -> AttributeValue? {
        get { attributeList.first { $0.name.utf8.elementsEqual(name.utf8) }?.value }
        set {
            var list = attributeList.filter { !$0.name.utf8.elementsEqual(name.utf8) }
            if let newValue, !newValue.isEmpty {
                let index = list.firstIndex { !$0.name.utf8.lexicographicallyPrecedes(name.utf8) } ?? list.endIndex
                list.insert(AttributeTable.NamedValue(name: name, value: newValue), at: index)
            }
            table = AttributeTable(targetingKey: targetingKey, list, refused: refused)
        }
    }

    /// Notes values that were given and could not be read.
    mutating func refuse(_ values: [AttributeTable.RefusedValue]) {
        guard !values.isEmpty else { return }
        table = AttributeTable(targetingKey: targetingKey, attributeList, refused: refused + values)
    }

    private static func list(of attributes: [String: AttributeValue]) -> [AttributeTable.NamedValue] {
        guard !attributes.isEmpty else { return [] }
        return attributes.filter { !$0.value.isEmpty }
            .map { AttributeTable.NamedValue(name: $0.key, value: $0.value) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
