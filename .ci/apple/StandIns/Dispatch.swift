// A stand-in for Apple's Dispatch. Only the declarations matter; nothing here ever runs.

@_exported import Darwin

open class DispatchObject: @unchecked Sendable {
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
    public init(value: Int) {}
    @discardableResult public func signal() -> Int { fatalError() }
    public func wait() {}
}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
    public convenience init(label: String) { fatalError() }
    public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) {}
}
