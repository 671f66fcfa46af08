// A stand-in for the Swift part of Darwin, which replaces macros, variadic functions and unavailable declarations of the
// headers. Only the declarations matter; nothing here ever runs.

@_exported import Darwin
import SwiftOverlayShims
import SwiftShims

public var errno: Int32 {
    get { _swift_stdlib_getErrno() }
    set { _swift_stdlib_setErrno(newValue) }
}

public var environ: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { fatalError() }

public var stdin: UnsafeMutablePointer<FILE> { get { fatalError() } set {} }
public var stdout: UnsafeMutablePointer<FILE> { get { fatalError() } set {} }
public var stderr: UnsafeMutablePointer<FILE> { get { fatalError() } set {} }

// MARK: - Variadic functions

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: UnsafeMutableRawPointer) -> Int32 { fatalError() }
public func ioctl(_ descriptor: CInt, _ request: UInt) -> CInt { fatalError() }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: CInt) -> CInt { fatalError() }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: UnsafeMutableRawPointer) -> CInt { fatalError() }

@available(*, unavailable, message: "Please use threads or posix_spawn*()")
public func fork() -> Int32 { fatalError() }

// MARK: - Macros

public var S_IFMT: mode_t { 0o170000 }
public var S_IFIFO: mode_t { 0o010000 }
public var S_IFCHR: mode_t { 0o020000 }
public var S_IFDIR: mode_t { 0o040000 }
public var S_IFBLK: mode_t { 0o060000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFLNK: mode_t { 0o120000 }
public var S_IFSOCK: mode_t { 0o140000 }

public var SIG_DFL: sig_t? { nil }
public var SIG_IGN: sig_t { fatalError() }
public var SIG_ERR: sig_t { fatalError() }

public var TIOCGWINSZ: UInt { 0x4008_7468 }

public var CLOCK_REALTIME: clockid_t { _CLOCK_REALTIME }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { _CLOCK_PROCESS_CPUTIME_ID }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { _CLOCK_THREAD_CPUTIME_ID }

// MARK: - Conversions

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Duration {
    public init(_ time: timespec) { fatalError() }
    public init(_ time: timeval) { fatalError() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension timespec {
    public init(_ duration: Duration) { fatalError() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension timeval {
    public init(_ duration: Duration) { fatalError() }
}
