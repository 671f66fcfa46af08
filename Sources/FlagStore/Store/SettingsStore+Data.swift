#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreConfiguration {
    /// The document that ships with the app as `Data`; the same as ``bundledDocument``.
    ///
    /// ```swift
    /// configuration.bundledData = try Data(contentsOf: url)
    /// ```
    public var bundledData: Data? {
        get { bundledDocument.map { Data($0) } }
        set { bundledDocument = newValue.map { [UInt8]($0) } }
    }
}

extension SettingsStore {
    /// Merges a patch into the newest document and uses the result at once.
    ///
    /// The same as ``apply(patch:)-([UInt8])``, which has the rules.
    ///
    /// - Parameter data: The patch as RFC 7396 defines it: an absent member keeps, `null` deletes, a value replaces.
    /// - Returns: The result. A rejected patch changes nothing.
    /// - Complexity: O(*n*) for *n* bytes of document and patch.
    public func apply(patch data: Data) async -> RefreshResult {
        await apply(patch: [UInt8](data))
    }
}

extension DocumentOutcome {
    /// A response with a document.
    public static func document(_ data: Data, entityTag: String? = nil) -> DocumentOutcome {
        document([UInt8](data), entityTag: entityTag)
    }
}

extension ReceivedDocument {
    /// Creates a response from its body and the fields of its head.
    public init(
        bytes data: Data,
        entityTag: String? = nil,
        mediaType: String? = nil,
        headers: ResponseHeaders = ResponseHeaders()
    ) {
        self.init(bytes: [UInt8](data), entityTag: entityTag, mediaType: mediaType, headers: headers)
    }
}
