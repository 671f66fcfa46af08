/// Values of the app's own, which a store reads as a further layer.
///
/// User defaults, a managed configuration, or another flag system, for example.
///
/// ```swift
/// configuration.sources = [
///     ValueSource("legacy", priority: .belowDocuments) {
///         ["payments": SourceValue(legacyFlags.isOn("payments"))]
///     }
/// ]
/// ```
///
/// 1. The store reads the values when it starts, when ``changes()`` announces a change, and when the app calls
///    ``SettingsStore/reloadSources()``. Reading a setting never calls a source.
/// 2. Values are read through the same keys as those of documents. A value that does not have the type of its key is
///    reported, and the next layer is used.
/// 3. A resolution says ``SettingLayer/app`` and the ``name`` of the source.
/// 4. The values of a source are single settings: ``StoreSnapshot/group(_:as:)`` does not read them.
public protocol SettingSource: Sendable {
    /// The name that resolutions and diagnostics state, such as `managed`.
    var name: String { get }

    /// Whether the values take precedence over those of documents.
    var priority: SourcePriority { get }

    /// The values now, by the names of their settings.
    func values() -> [String: SourceValue]

    /// The announcements of changes from the call on. Several changes may share one announcement.
    ///
    /// The default announces none: the app calls ``SettingsStore/reloadSources()``.
    func changes() -> AsyncStream<Void>
}

extension SettingSource {
    /// The default: values that take precedence over those of documents.
    public var priority: SourcePriority { .aboveDocuments }

    /// The default: no announcements.
    public func changes() -> AsyncStream<Void> {
        AsyncStream { $0.finish() }
    }
}

/// Whether the values of a source take precedence over those of documents.
public enum SourcePriority: String, Hashable, Sendable, Codable, CaseIterable {
    /// Above all documents, and below debug overrides: for user defaults and managed configurations.
    case aboveDocuments = "above-documents"

    /// Below all documents, and above the defaults of keys.
    ///
    /// For the flag system that the documents replace step by step.
    case belowDocuments = "below-documents"
}

/// A source whose values a closure gives.
///
/// ```swift
/// ValueSource("managed") { managedConfiguration() }
/// ```
public struct ValueSource: SettingSource {
    public let name: String
    public let priority: SourcePriority
    private let makeValues: @Sendable () -> [String: SourceValue]

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The name that resolutions and diagnostics state.
    ///   - priority: Whether the values take precedence over those of documents.
    ///   - values: Gives the values now, by the names of their settings.
    public init(
        _ name: String,
        priority: SourcePriority = .aboveDocuments,
        values: @escaping @Sendable () -> [String: SourceValue]
    ) {
        self.name = name
        self.priority = priority
        makeValues = values
    }

    public func values() -> [String: SourceValue] { makeValues() }
}
