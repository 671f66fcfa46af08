import FlagResolver

/// A change of settings.
public struct SettingsUpdate: Sendable {
    /// All settings as they are since the change.
    public let snapshot: StoreSnapshot

    /// The names of the settings whose values are others than at the update before, sorted.
    ///
    /// Where the code declares the type of a setting its decoded values are compared, else its JSON. A listener that
    /// was slow gets the changes that it missed in one update: a value that changed and changed back is among them.
    public let changedNames: [String]
}

extension SettingsStore {
    /// The changes from the moment at which the iteration begins. Each iteration is a listener of its own.
    ///
    /// ```swift
    /// for await update in store.updates { log(update.changedNames) }
    /// ```
    ///
    /// A slow listener holds up nobody.
    public var updates: StoreSequence<SettingsUpdate> {
        StoreSequence(core) { { core, listener in core.takeUpdate(of: listener) } }
    }

    /// The value of a setting now, and each further one, decoded and without repeats.
    ///
    /// ```swift
    /// for await style in store.values(of: .checkoutStyle) { apply(style) }
    /// ```
    ///
    /// A slow listener may miss values in between, never the latest.
    public func values<Value: SettingValue>(of key: SettingKey<Value>) -> StoreSequence<Value> {
        StoreSequence(core) {
            let last = LastElement<Value>()
            return { core, _ in last.unlessRepeated(core.snapshot(for: key)[key]) }
        }
    }
}

/// What a store announces, as a sequence that ends when the store is closed or the task is cancelled.
///
/// Each iteration starts anew, holds up nobody however slow it is, and holds nothing but the latest.
public struct StoreSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Nothing is ever thrown.
    public typealias Failure = Never

    /// Finds the next element at once, if there is one.
    typealias Pull = @Sendable (StoreCore, UInt64) -> Element?

    private let core: StoreCore
    private let makePull: @Sendable () -> Pull

    init(_ core: StoreCore, _ makePull: @escaping @Sendable () -> Pull) {
        self.core = core
        self.makePull = makePull
    }

    /// Begins to listen; what happened before is not announced.
    public func makeAsyncIterator() -> Iterator {
        let (listener, signals) = core.listen()
        return Iterator(core: core, listener: listener, signals: signals, pull: makePull())
    }

    /// Waits for what a store announces.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        let core: StoreCore
        let listener: UInt64
        let signals: AsyncStream<Void>
        let pull: Pull

        /// The next element; `nil` once the store is closed or the task is cancelled.
        public mutating func next() async -> Element? {
            while true {
                if let element = pull(core, listener) { return element }
                // The stream keeps its place itself; an iterator of it could not be sent along with this one.
                var signal = signals.makeAsyncIterator()
                guard await signal.next() != nil else { return nil }
            }
        }
    }
}

/// The last element that an iteration had, to leave out repeats.
final class LastElement<Element: Equatable & Sendable>: Sendable {
    private let last = Locked<Element?>(nil)

    /// The element, unless it equals the last one.
    func unlessRepeated(_ element: Element) -> Element? {
        guard last.withLock({ $0 }) != element else { return nil }
        last.withLock { $0 = element }
        return element
    }
}
