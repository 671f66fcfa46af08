// A stand-in for Apple's CryptoKit. Only the declarations matter; nothing here ever runs.

@_exported import Foundation

public protocol Digest: Sequence where Element == UInt8 {}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct SHA256Digest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { fatalError() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public struct SHA256 {
    public static func hash(data: some Sequence<UInt8>) -> SHA256Digest { fatalError() }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public enum Curve25519 {
    public enum Signing {
        public struct PublicKey: Sendable {
            public init(rawRepresentation: some Collection<UInt8>) throws {}
            public var rawRepresentation: Data { fatalError() }
            public func isValidSignature(_ signature: some Collection<UInt8>, for data: some Collection<UInt8>) -> Bool {
                fatalError()
            }
        }

        public struct PrivateKey: Sendable {
            public init() {}
            public init(rawRepresentation: some Collection<UInt8>) throws {}
            public var publicKey: PublicKey { fatalError() }
            public var rawRepresentation: Data { fatalError() }
            public func signature(for data: some Collection<UInt8>) throws -> Data { fatalError() }
        }
    }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
public enum P256 {
    public enum Signing {
        public struct ECDSASignature: Sendable {
            public init(rawRepresentation: some Collection<UInt8>) throws {}
            @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
            public init(derRepresentation: some Collection<UInt8>) throws {}
            public var rawRepresentation: Data { fatalError() }
        }

        public struct PublicKey: Sendable {
            public init(x963Representation: some Collection<UInt8>) throws {}
            public var x963Representation: Data { fatalError() }
            public func isValidSignature(_ signature: ECDSASignature, for data: some Collection<UInt8>) -> Bool { fatalError() }
        }

        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) {}
            @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
            public init(derRepresentation: some RandomAccessCollection<UInt8>) throws {}
            public var publicKey: PublicKey { fatalError() }
            @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
            public var derRepresentation: Data { fatalError() }
            public func signature(for data: some Collection<UInt8>) throws -> ECDSASignature { fatalError() }
        }
    }
}
