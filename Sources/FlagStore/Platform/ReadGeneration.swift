public import ThreadCache

/// The generation of a store's settings, which each change replaces, and the values that threads cached in it.
///
/// Reading touches only the generation, which has its own cache line, and the table of the reading thread. So threads
/// that read never wait for each other.
@usableFromInline
struct ReadGeneration: ~Copyable, Sendable {
    /// The address of the generation; see ThreadCache.h.
    @usableFromInline
    let store: UInt

    init(_ generation: UInt64) {
        store = thread_cache_create_store(generation)
    }

    deinit {
        thread_cache_destroy_store(store)
    }

    /// A generation in which no value is cached, so every read resolves the setting.
    @usableFromInline
    static let uncached = THREAD_CACHE_NEVER_FOUND

    /// A generation that no store ever had.
    @inlinable
    static func next() -> UInt64 {
        thread_cache_next_number()
    }

    /// The generation, and with it all that was written before it was set.
    var number: UInt64 { thread_cache_generation(store) }

    func set(_ generation: UInt64) {
        thread_cache_set_generation(store, generation)
    }

    /// The value that this thread read through a key since the last change; `nil` if it has to be resolved.
    @inlinable
    @inline(__always)
    func cachedValue<Value: Sendable>(of key: UInt64, as type: Value.Type) -> Value? {
        unsafe CachedValue<Value>.value(at: thread_cache_find(store, key))
    }
}

/// A store and one of its generations, for snapshots: their settings never change.
@usableFromInline
struct FixedGeneration: Sendable {
    @usableFromInline
    let store: UInt

    @usableFromInline
    let number: UInt64

    init(of generation: borrowing ReadGeneration, number: UInt64) {
        store = generation.store
        self.number = number
    }

    /// The value that this thread read through a key in this generation; `nil` if it has to be resolved.
    @inlinable
    @inline(__always)
    func cachedValue<Value: Sendable>(of key: UInt64, as type: Value.Type) -> Value? {
        unsafe CachedValue<Value>.value(at: thread_cache_find_in(store, number, key))
    }

    /// Caches a value for this thread.
    @inlinable
    func cache<Value: Sendable>(_ value: Value, of key: UInt64) {
        guard number != ReadGeneration.uncached else { return }
        cache(CachedValue(value), of: key)
    }

    @usableFromInline
    func cache(_ value: AnyObject, of key: UInt64) {
        // The table takes ownership of the reference. It may return another one, which is released after the call.
        let object = unsafe Unmanaged.passRetained(value).toOpaque()
        let outdated = unsafe thread_cache_insert(store, number, key, object, releaseObject)
        if let outdated = unsafe outdated { unsafe releaseObject(outdated) }
    }
}

/// The unit of caching: one immutable value.
@usableFromInline
final class CachedValue<Value: Sendable>: Sendable {
    @usableFromInline
    let value: Value

    @usableFromInline
    init(_ value: Value) {
        self.value = value
    }

    /// Copies the value of an object in this thread's table.
    ///
    /// Key numbers are unique and a key has one type, so the object has this type. The table keeps it alive until this
    /// thread caches something else.
    @inlinable
    @inline(__always)
    static func value(at object: UnsafeRawPointer?) -> Value? {
        guard let object = unsafe object else { return nil }
        return unsafe Unmanaged<CachedValue>.fromOpaque(object)._withUnsafeGuaranteedRef { $0.value }
    }
}

private func releaseObject(_ object: UnsafeRawPointer) {
    unsafe Unmanaged<AnyObject>.fromOpaque(object).release()
}
