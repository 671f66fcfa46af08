import ThreadLocalValues

/// A value that a thread has of its own while it calls a function that does not suspend.
///
/// Reading a task-local value is a search through those of the task, and takes several times as long.
package struct ThreadLocal<Value>: Sendable {
    private let purpose: ThreadLocalPurpose

    /// - Parameter purpose: What no other value is used for.
    package init(_ purpose: ThreadLocalPurpose) {
        self.purpose = purpose
    }

    /// The value of the innermost call of ``withValue(_:_:)`` on this thread; `nil` outside of all such calls.
    package var current: Value? {
        unsafe purpose.pointer?.assumingMemoryBound(to: Value.self).pointee
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
        _ pointer: UnsafePointer<Value>?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = unsafe purpose.pointer
        unsafe purpose.pointer = UnsafeRawPointer(pointer)
        defer { unsafe purpose.pointer = outer }
        return try body()
    }
}

/// What a ``ThreadLocal`` is used for.
package struct ThreadLocalPurpose: Sendable {
    private let slot: ThreadLocalSlot

    /// The text that the coding keys of a model have.
    package static var codingKeys: Self { Self(slot: .codingKeys) }

    /// The keys of the coding path that are spelled differently in the document.
    package static var renamedKeys: Self { Self(slot: .renamedKeys) }

    /// The settings that a model is created with.
    package static var settings: Self { Self(slot: .settings) }

    /// How many components versions print.
    package static var versionStyle: Self { Self(slot: .versionStyle) }

    /// The pointer of this thread.
    fileprivate var pointer: UnsafeRawPointer? {
        get { unsafe thread_local_value(slot) }
        nonmutating set { unsafe thread_local_set_value(slot, newValue) }
    }
}
