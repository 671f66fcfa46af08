#if canImport(Darwin)
    import FlagResolver
    import Foundation

    /// Values of user defaults, or of the configuration that a device management (MDM) gives the app.
    ///
    /// ```swift
    /// configuration.sources = [
    ///     UserDefaultsSource.managedConfiguration(),
    ///     UserDefaultsSource("defaults", prefix: "flag."),
    /// ]
    /// ```
    ///
    /// Booleans, numbers, strings, arrays and dictionaries are read as JSON writes them. Values that contain dates or data
    /// are reported and not used. Changes within the app's process and of the managed configuration are noticed.
    public struct UserDefaultsSource: SettingSource {
        public let name: String
        public let priority: SourcePriority
        private let suiteName: String?
        private let place: Place

        private enum Place: Sendable {
            /// Keys that begin with a prefix; the rest is the name of the setting.
            case keys(prefix: String)

            /// The members of the dictionary with a key.
            case dictionary(key: String)
        }

        private init(_ name: String, suiteName: String?, priority: SourcePriority, _ place: Place) {
            self.name = name
            self.suiteName = suiteName
            self.priority = priority
            self.place = place
        }

        /// Reads the keys that begin with a prefix: with the prefix `flag.`, the key `flag.checkout.style` is the setting
        /// `checkout.style`.
        ///
        /// - Parameters:
        ///   - name: The name that resolutions and diagnostics state.
        ///   - prefix: The prefix of the keys. Without one, the keys of the system would be settings, too.
        ///   - suiteName: The suite, such as an app group; the default is that of the app.
        ///   - priority: Whether the values take precedence over those of documents.
        public init(
            _ name: String, prefix: String, suiteName: String? = nil, priority: SourcePriority = .aboveDocuments
        ) {
            self.init(name, suiteName: suiteName, priority: priority, .keys(prefix: prefix))
        }

        /// Reads the managed configuration of the app: the dictionary `com.apple.configuration.managed`.
        ///
        /// - Parameters:
        ///   - name: The name that resolutions and diagnostics state.
        ///   - priority: Whether the values take precedence over those of documents.
        public static func managedConfiguration(
            _ name: String = "managed", priority: SourcePriority = .aboveDocuments
        ) -> UserDefaultsSource {
            UserDefaultsSource(
                name, suiteName: nil, priority: priority, .dictionary(key: "com.apple.configuration.managed"))
        }

        public func values() -> [String: SourceValue] {
            let defaults = suiteName.flatMap { UserDefaults(suiteName: $0) } ?? .standard
            var values: [String: SourceValue] = [:]
            switch place {
            case .keys(let prefix):
                for (key, value) in defaults.dictionaryRepresentation() where key.starts(withBytesOf: prefix) {
                    values[String(Substring(key.utf8.dropFirst(prefix.utf8.count)))] = SourceValue(propertyList: value)
                }
            case .dictionary(let key):
                for (name, value) in defaults.dictionary(forKey: key) ?? [:] {
                    values[name] = SourceValue(propertyList: value)
                }
            }
            return values
        }

        public func changes() -> AsyncStream<Void> {
            let (changes, change) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
            let observation = Observation(UserDefaults.didChangeNotification) { change.yield() }
            change.onTermination = { _ in observation.end() }
            return changes
        }
    }

    /// An observer of a notification, until it ends.
    private final class Observation: Sendable {
        // The token is immutable, and only passed back to the notification centre, which is thread-safe.
        nonisolated(unsafe) private let token: any NSObjectProtocol

        init(_ name: Notification.Name, _ call: @escaping @Sendable () -> Void) {
            unsafe token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in call()
            }
        }

        func end() {
            unsafe NotificationCenter.default.removeObserver(token)
        }
    }

    extension SourceValue {
        /// A value of a property list.
        fileprivate init(propertyList value: Any) {
            guard JSONSerialization.isValidJSONObject([value]),
                let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
            else {
                self.init(problem: "it is of the type \(type(of: value)), which JSON does not have")
                return
            }
            self.init(json: String(decoding: data, as: UTF8.self))
        }
    }
#endif
