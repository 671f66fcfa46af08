import FlagResolver

/// A change of settings.
public struct SettingsUpdate: Sendable {
    /// The settings after the change.
    public let snapshot: StoreSnapshot

    /// The sorted names of the settings whose values changed since the previous update.
    ///
    /// If a key declares the type of a setting, decoded values are compared, otherwise JSON values. A slow listener gets
    /// the changes that it missed in one update, including values that changed and changed back.
    public let changedNames: [String]
}

extension SettingsStore {
    /// The changes from the start of the iteration. Each iteration is a separate listener.
    ///
    /// ```swift
    /// for await update in store.updates { log(update.changedNames) }
    /// ```
    ///
    /// A slow listener delays no other.
    public var updates: StoreSequence<SettingsUpdate> {
        StoreSequence(core, wantsNames: true) { { core, listener in core.takeUpdate(of: listener) } }
    }

    /// The current value of a setting, then each new one, decoded and without repeats.
    ///
    /// ```swift
    /// for await style in store.values(of: .checkoutStyle) { apply(style) }
    /// ```
    ///
    /// A slow listener may miss intermediate values, but never the latest.
    public func values<Value: SettingValue>(of key: SettingKey<Value>) -> StoreSequence<Value> {
        StoreSequence(core) {
            let last = LastElement<Value>()
            return { core, _ in last.unlessRepeated(core.snapshot(for: key)[key]) }
        }
    }
}

extension SettingsStore {
    /// The current value of a group, then each new one, without repeats.
    ///
    /// What a group is: see ``StoreSnapshot/group(_:as:)``.
    ///
    /// ```swift
    /// for await checkout in store.values(ofGroup: "checkout", as: Checkout.self) { apply(checkout) }
    /// ```
    ///
    /// A slow listener may miss intermediate values, but never the latest. Each change of any setting decodes the group.
    public func values<Group: SettingValue>(
        ofGroup name: String = "", as type: Group.Type = Group.self
    ) -> StoreSequence<Group?> {
        StoreSequence(core) {
            let last = LastElement<Group?>()
            return { core, _ in last.unlessRepeated(core.snapshot.group(name, as: type)) }
        }
    }
}

/// A sequence of announcements of a store.
///
/// It ends when the store is closed or the task is cancelled. Each iteration is independent, delays no other, and buffers only the latest element.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// The sequence never throws.
    public typealias Failure = Never

    /// Returns the next element if there is one; never waits.
    typealias Pull = @Sendable (StoreCore, UInt64) -> Element?

    private let core: StoreCore
    private let wantsNames: Bool
    private let makePull: @Sendable () -> Pull

    init(_ core: StoreCore, wantsNames: Bool = false, _ makePull: @escaping @Sendable () -> Pull) {
        self.core = core
        self.wantsNames = wantsNames
        self.makePull = makePull
    }

    /// Begins to listen; earlier changes are not announced.
    public func makeAsyncIterator() -> Iterator {
        let (listener, signals) = core.listen(wantsNames: wantsNames)
        return Iterator(core: core, listener: listener, signals: signals, pull: makePull())
    }

    /// Iterates over what a store announces.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let core: StoreCore
        let listener: UInt64
        let signals: AsyncStream<Void>
        let pull: Pull

        /// The next element; `nil` once the store is closed or the task is cancelled.
        public mutating func next() async -> Element? {
            while true {
                if let element = pull(core, listener) { return element }
                // The stream itself keeps its position; its iterator is not `Sendable`.
                var signal = signals.makeAsyncIterator()
                guard await signal.next() != nil else { return nil }
            }
        }
    }
}

/// The last element of an iteration, to skip repeats.
final class LastElement<Element: Equatable & Sendable>: Sendable {
    private let last = Locked<Element?>(nil)

    /// The element, unless it equals the last one.
    func unlessRepeated(_ element: Element) -> Element? {
        guard last.withLock({ $0 }) != element else { return nil }
        last.withLock { $0 = element }
        return element
    }
}
