#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A value that a thread has of its own while it calls a function that does not suspend.
///
/// Reading a task-local value is a search through those of the task, and takes several times as long. The pointers are the
/// system's, because a target in C would be compiled again in each build of a package that uses the plugin.
package struct ThreadLocal<Value>: Sendable {
    private let key: pthread_key_t

    /// Creates a value that no thread has yet. Use it for a static constant: the system has some hundreds of keys.
    package init() {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, nil)
        precondition(status == 0, "The process has no key for a thread-local value left (error \(status)).")
        self.key = key
    }

    /// The value of the innermost call of ``withValue(_:_:)`` on this thread; `nil` outside of all such calls.
    package var current: Value? {
        unsafe pointer?.assumingMemoryBound(to: Value.self).pointee
    }

    /// Calls a function while this thread has a value.
    package func withValue<Result, Failure: Error>(
        _ value: Value, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafePointer(to: value) { pointer throws(Failure) in
            try unsafe withPointer(pointer, body)
        }
    }

    /// Calls a function while this thread has no value.
    package func withoutValue<Result>(_ body: () -> Result) -> Result {
        unsafe withPointer(nil, body)
    }

    private func withPointer<Result, Failure: Error>(
        _ value: UnsafePointer<Value>?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = unsafe pointer
        unsafe set(value)
        defer { unsafe set(outer) }
        return try body()
    }

    private var pointer: UnsafeMutableRawPointer? { unsafe pthread_getspecific(key) }

    private func set(_ pointer: UnsafeRawPointer?) {
        let status = unsafe pthread_setspecific(key, pointer)
        precondition(status == 0, "The system has no memory for a thread-local value (error \(status)).")
    }
}
