// A stand-in for Apple's Foundation: the members that this package uses, with their types and availability in Apple's SDK. Only
// the declarations matter; nothing here ever runs. Using a member that is missing here is an error: look up its declaration in
// Apple's documentation, and add it.

@_exported import Darwin
@_exported import Dispatch

public typealias TimeInterval = Double

// MARK: - Values

@frozen
public struct Data: Hashable, Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    public typealias Index = Int
    public typealias Indices = Range<Int>

    public struct ReadingOptions: OptionSet, Sendable {
        public static let mappedIfSafe = ReadingOptions(rawValue: 1)
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public struct WritingOptions: OptionSet, Sendable {
        public static let atomic = WritingOptions(rawValue: 1)
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public init() {}
    public init(_ elements: some Sequence<UInt8>) {}
    public init(contentsOf url: URL, options: ReadingOptions = []) throws {}

    public var startIndex: Int { fatalError() }
    public var endIndex: Int { fatalError() }

    public subscript(index: Int) -> UInt8 {
        get { fatalError() }
        set {}
    }

    public subscript(range: Range<Int>) -> Data {
        get { fatalError() }
        set {}
    }

    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<UInt8>) {}
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        fatalError()
    }
    public func write(to url: URL, options: WritingOptions = []) throws {}
}

extension Data {
    public struct Base64DecodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public struct Base64EncodingOptions: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public init?(base64Encoded base64String: String, options: Base64DecodingOptions = []) {}
    public func base64EncodedString(options: Base64EncodingOptions = []) -> String { fatalError() }
}

extension Data: Codable {
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
}

public struct Date: Comparable, Hashable, Sendable, Codable, CustomStringConvertible {
    public static let distantPast = Date()
    public static let distantFuture = Date()
    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    public static var now: Date { fatalError() }

    public init() {}
    public init(timeIntervalSince1970 interval: TimeInterval) {}
    public init(timeIntervalSinceNow interval: TimeInterval) {}
    public init(timeIntervalSinceReferenceDate interval: TimeInterval) {}

    public var timeIntervalSince1970: TimeInterval { fatalError() }
    public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
    public var description: String { fatalError() }

    public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }
    public func addingTimeInterval(_ interval: TimeInterval) -> Date { fatalError() }
    public static func < (left: Date, right: Date) -> Bool { fatalError() }
}

public struct Decimal: Hashable, Sendable, Codable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    public init(floatLiteral value: Double) {}
    public init(integerLiteral value: Int) {}
    public init(_ value: Int64) {}
    public init(_ value: UInt64) {}
    public init?(string: String, locale: Locale? = nil) {}
}

extension Decimal: Comparable, SignedNumeric {
    public init?<T: BinaryInteger>(exactly source: T) {}
    public var magnitude: Decimal { fatalError() }
    public var exponent: Int { fatalError() }
    public static func < (lhs: Decimal, rhs: Decimal) -> Bool { fatalError() }
    public static func + (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
    public static func - (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
    public static func * (lhs: Decimal, rhs: Decimal) -> Decimal { fatalError() }
    public static func *= (lhs: inout Decimal, rhs: Decimal) {}
}

extension Decimal: CustomStringConvertible {
    public var description: String { fatalError() }
}

public struct UUID: Hashable, Sendable, Codable {
    public init() {}
    public var uuidString: String { fatalError() }
}

public struct Locale: Hashable, Sendable {
    public static var current: Locale { fatalError() }
    public var identifier: String { fatalError() }
    public init(identifier: String) {}
}

public struct TimeZone: Hashable, Sendable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT seconds: Int) {}
}

extension String {
    public struct Encoding: Hashable, Sendable {
        public static let utf8 = Encoding()
    }

    public init(contentsOfFile path: String, encoding: Encoding) throws { fatalError() }
}

public struct CharacterSet: Hashable, Sendable {
    public static var whitespaces: CharacterSet { fatalError() }
}

extension StringProtocol {
    public var precomposedStringWithCanonicalMapping: String { fatalError() }
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
}

public struct URLResourceValues {
    public init() {}
    public var isExcludedFromBackup: Bool?
}

public struct URL: Hashable, Sendable, Codable {
    public mutating func setResourceValues(_ values: URLResourceValues) throws {}
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public enum DirectoryHint: Sendable {
        case isDirectory, notDirectory, checkFileSystem, inferFromPath
    }

    public init?(string: String) {}
    public init(fileURLWithPath path: String) {}

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public init(filePath path: String, directoryHint: DirectoryHint = .inferFromPath, relativeTo base: URL? = nil) {}

    public var absoluteString: String { fatalError() }
    public var lastPathComponent: String { fatalError() }
    public var path: String { fatalError() }

    public func appendingPathComponent(_ component: String) -> URL { fatalError() }
    public func deletingLastPathComponent() -> URL { fatalError() }
    public mutating func deleteLastPathComponent() {}

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func path(percentEncoded: Bool = true) -> String { fatalError() }

    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    public func appending(path: some StringProtocol, directoryHint: DirectoryHint = .inferFromPath) -> URL {
        fatalError()
    }
}

// MARK: - Coding

open class JSONDecoder: @unchecked Sendable {
    public enum DateDecodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        case formatted(DateFormatter)
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    public enum DataDecodingStrategy: Sendable {
        case deferredToData, base64
        @preconcurrency case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    public enum NonConformingFloatDecodingStrategy: Sendable {
        case `throw`
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    public enum KeyDecodingStrategy: Sendable {
        case useDefaultKeys, convertFromSnakeCase
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    public init() {}

    open var dateDecodingStrategy: DateDecodingStrategy {
        get { fatalError() }
        set {}
    }
    open var dataDecodingStrategy: DataDecodingStrategy {
        get { fatalError() }
        set {}
    }
    open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { fatalError() }
        set {}
    }
    open var keyDecodingStrategy: KeyDecodingStrategy {
        get { fatalError() }
        set {}
    }
    @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { fatalError() }
        set {}
    }

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    open var allowsJSON5: Bool {
        get { fatalError() }
        set {}
    }

    @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
    open var assumesTopLevelDictionary: Bool {
        get { fatalError() }
        set {}
    }

    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

open class JSONEncoder: @unchecked Sendable {
    public struct OutputFormatting: OptionSet, Sendable {
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        public static let sortedKeys = OutputFormatting(rawValue: 2)
        public static let withoutEscapingSlashes = OutputFormatting(rawValue: 8)

        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    public enum KeyEncodingStrategy: Sendable {
        case useDefaultKeys, convertToSnakeCase
        @preconcurrency case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    public enum DateEncodingStrategy: Sendable {
        case deferredToDate, secondsSince1970, millisecondsSince1970, iso8601
        @preconcurrency case custom(@Sendable (_ date: Date, _ encoder: any Encoder) throws -> Void)
    }

    public init() {}

    open var dateEncodingStrategy: DateEncodingStrategy {
        get { fatalError() }
        set {}
    }
    open var outputFormatting: OutputFormatting {
        get { fatalError() }
        set {}
    }
    open var keyEncodingStrategy: KeyEncodingStrategy {
        get { fatalError() }
        set {}
    }

    open func encode(_ value: some Encodable) throws -> Data { fatalError() }
}

open class PropertyListDecoder: @unchecked Sendable {
    public init() {}
    @preconcurrency open var userInfo: [CodingUserInfoKey: any Sendable] {
        get { fatalError() }
        set {}
    }
    open func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { fatalError() }
}

open class PropertyListEncoder: @unchecked Sendable {
    public init() {}
    open func encode(_ value: some Encodable) throws -> Data { fatalError() }
}

// MARK: - Objects

open class NSObject: Hashable, CustomStringConvertible {
    public init() {}
    open var description: String { fatalError() }
    open func hash(into hasher: inout Hasher) {}
    public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
    open func copy() -> Any { fatalError() }
}

open class Bundle: NSObject, @unchecked Sendable {
    open var bundlePath: String { fatalError() }
    open class var main: Bundle { fatalError() }
    open func object(forInfoDictionaryKey key: String) -> Any? { fatalError() }
}

public protocol NSObjectProtocol: AnyObject {}

extension NSObject: NSObjectProtocol {}

open class NSNotification: NSObject {
    public struct Name: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(_ rawValue: String) { self.rawValue = rawValue }
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

public struct Notification {
    public typealias Name = NSNotification.Name
}

open class NotificationCenter: NSObject, @unchecked Sendable {
    open class var `default`: NotificationCenter { fatalError() }
    open func addObserver(
        forName name: NSNotification.Name?,
        object: Any?,
        queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol { fatalError() }
    open func removeObserver(_ observer: Any) {}
}

open class UserDefaults: NSObject, @unchecked Sendable {
    public static let didChangeNotification = NSNotification.Name("")
    open class var standard: UserDefaults { fatalError() }
    public init?(suiteName suitename: String?) {}
    open func dictionaryRepresentation() -> [String: Any] { fatalError() }
    open func dictionary(forKey defaultName: String) -> [String: Any]? { fatalError() }
}

open class JSONSerialization: NSObject {
    public struct WritingOptions: OptionSet, Sendable {
        public static let fragmentsAllowed = WritingOptions(rawValue: 4)
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open class func isValidJSONObject(_ obj: Any) -> Bool { fatalError() }
    open class func data(withJSONObject obj: Any, options opt: WritingOptions = []) throws -> Data { fatalError() }
}

open class DateFormatter: NSObject, @unchecked Sendable {
    open var dateFormat: String! {
        get { fatalError() }
        set {}
    }
    open var locale: Locale! {
        get { fatalError() }
        set {}
    }
    open var timeZone: TimeZone! {
        get { fatalError() }
        set {}
    }
    open func date(from string: String) -> Date? { fatalError() }
    open func string(from date: Date) -> String { fatalError() }
}

public struct OperatingSystemVersion {
    public var majorVersion: Int
    public var minorVersion: Int
    public var patchVersion: Int
}

open class ProcessInfo: NSObject, @unchecked Sendable {
    open class var processInfo: ProcessInfo { fatalError() }
    open var operatingSystemVersion: OperatingSystemVersion { fatalError() }
    open var environment: [String: String] { fatalError() }
    open var activeProcessorCount: Int { fatalError() }
}

open class Thread: NSObject, @unchecked Sendable {
    public convenience init(block: @Sendable @escaping () -> Void) { fatalError() }
    open class var current: Thread { fatalError() }
    open var name: String? {
        get { fatalError() }
        set {}
    }
    open var threadDictionary: NSMutableDictionary { fatalError() }
    open func start() {}
}

open class NSMutableDictionary: NSObject {
    public subscript(key: Any) -> Any? {
        get { fatalError() }
        set {}
    }
}

public struct CocoaError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static var coderInvalidValue: Code { fatalError() }
    }

    public init(_ code: Code) {}
    public static var coderInvalidValue: Code { fatalError() }
}

extension Error {
    public var localizedDescription: String { fatalError() }
}

// MARK: - Files and programs

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
    public init(_ value: Bool) {}
    public init(booleanLiteral value: Bool) {}
    public var boolValue: Bool { fatalError() }
}

public struct FileAttributeKey: Hashable, Sendable {
    public static let posixPermissions = FileAttributeKey()
    public static let size = FileAttributeKey()
}

open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { fatalError() }
    open var currentDirectoryPath: String { fatalError() }
    open var temporaryDirectory: URL { fatalError() }

    open func contents(atPath path: String) -> Data? { fatalError() }
    open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any] { fatalError() }
    open func contentsOfDirectory(atPath path: String) throws -> [String] { fatalError() }
    open func createDirectory(
        atPath path: String,
        withIntermediateDirectories: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createDirectory(
        at url: URL,
        withIntermediateDirectories: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    open func createSymbolicLink(atPath path: String, withDestinationPath destination: String) throws {}
    open func destinationOfSymbolicLink(atPath path: String) throws -> String { fatalError() }
    open func fileExists(atPath path: String) -> Bool { fatalError() }
    open func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool { fatalError() }
    open func isExecutableFile(atPath path: String) -> Bool { fatalError() }
    open func removeItem(atPath path: String) throws {}
    open func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
}

open class FileHandle: NSObject, @unchecked Sendable {
    open class var nullDevice: FileHandle { fatalError() }
    open class var standardError: FileHandle { fatalError() }
    public init?(forWritingAtPath path: String) {}
    open func readDataToEndOfFile() -> Data { fatalError() }
    open func write(_ data: Data) {}
}

open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { fatalError() }
}

#if os(macOS)
    open class Process: NSObject, @unchecked Sendable {
        open var arguments: [String]? {
            get { fatalError() }
            set {}
        }
        open var currentDirectoryURL: URL? {
            get { fatalError() }
            set {}
        }
        open var environment: [String: String]? {
            get { fatalError() }
            set {}
        }
        open var executableURL: URL? {
            get { fatalError() }
            set {}
        }
        open var isRunning: Bool { fatalError() }
        open var processIdentifier: Int32 { fatalError() }
        open var standardError: Any? {
            get { fatalError() }
            set {}
        }
        open var standardInput: Any? {
            get { fatalError() }
            set {}
        }
        open var standardOutput: Any? {
            get { fatalError() }
            set {}
        }
        open var terminationStatus: Int32 { fatalError() }

        open func run() throws {}
        open func terminate() {}
        open func waitUntilExit() {}
    }
#endif

// MARK: - The network

public struct URLError: Error, Hashable, Sendable {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static var appTransportSecurityRequiresSecureConnection: Code { fatalError() }
        public static var badURL: Code { fatalError() }
        public static var callIsActive: Code { fatalError() }
        public static var cancelled: Code { fatalError() }
        public static var cannotConnectToHost: Code { fatalError() }
        public static var cannotFindHost: Code { fatalError() }
        public static var clientCertificateRejected: Code { fatalError() }
        public static var clientCertificateRequired: Code { fatalError() }
        public static var dataNotAllowed: Code { fatalError() }
        public static var dnsLookupFailed: Code { fatalError() }
        public static var httpTooManyRedirects: Code { fatalError() }
        public static var internationalRoamingOff: Code { fatalError() }
        public static var notConnectedToInternet: Code { fatalError() }
        public static var redirectToNonExistentLocation: Code { fatalError() }
        public static var secureConnectionFailed: Code { fatalError() }
        public static var serverCertificateHasBadDate: Code { fatalError() }
        public static var serverCertificateHasUnknownRoot: Code { fatalError() }
        public static var serverCertificateNotYetValid: Code { fatalError() }
        public static var serverCertificateUntrusted: Code { fatalError() }
        public static var timedOut: Code { fatalError() }
        public static var userCancelledAuthentication: Code { fatalError() }
    }

    public var code: Code { fatalError() }
}

open class NSURLRequest: NSObject {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
        case returnCacheDataElseLoad = 2
        case returnCacheDataDontLoad = 3
        case reloadIgnoringLocalAndRemoteCacheData = 4
        case reloadRevalidatingCacheData = 5
    }
}

public struct URLRequest: Hashable, Sendable {
    public typealias CachePolicy = NSURLRequest.CachePolicy

    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {}

    public var timeoutInterval: TimeInterval {
        get { fatalError() }
        set {}
    }
    public var url: URL? {
        get { fatalError() }
        set {}
    }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    open var statusCode: Int { fatalError() }
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var authenticationMethod: String { fatalError() }
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { fatalError() }
}

open class URLCache: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}

open class HTTPCookie: NSObject, @unchecked Sendable {
    public enum AcceptPolicy: UInt, Sendable {
        case always = 0
        case never, onlyFromMainDocumentDomain
    }
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { fatalError() }
        set {}
    }
    open var allowsCellularAccess: Bool { get { fatalError() } set {} }
    open var httpShouldSetCookies: Bool {
        get { fatalError() }
        set {}
    }
    open var urlCache: URLCache? {
        get { fatalError() }
        set {}
    }
    open var urlCredentialStorage: URLCredentialStorage? {
        get { fatalError() }
        set {}
    }
}

open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential = 0
        case performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }

    public enum ResponseDisposition: Int, Sendable {
        case cancel = 0
        case allow, becomeDownload, becomeStream
    }

    public init(
        configuration: URLSessionConfiguration,
        delegate: (any URLSessionDelegate)?,
        delegateQueue: OperationQueue?
    ) {}

    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { fatalError() }
    open func cancel() {}
    open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public protocol URLSessionDelegate: AnyObject, Sendable {}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
