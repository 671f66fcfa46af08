import FlagResolver

/// The document that the server is asked about: the newest that came, active or not.
struct NewestDocument: Sendable {
    let document: SettingsDocument
    let identity: DocumentIdentity
    var entityTag: String?

    /// Whether it is used, or kept for the next start.
    let isActive: Bool
}

/// What to make of bytes that came.
enum DocumentJudgement: Sendable {
    /// The content is that of the newest document.
    case same

    /// A new document, and its bytes as they are to be kept.
    case new(SettingsDocument, payload: [UInt8], DocumentIdentity)

    /// It is not used.
    case refused(DocumentRefusal)

    /// - Parameters:
    ///   - received: What came.
    ///   - request: What was asked.
    ///   - newest: The document that was asked about.
    ///   - isQuarantined: Whether a document is one that was quarantined.
    init(
        _ received: ReceivedDocument,
        to request: DocumentRequest,
        newest: NewestDocument?,
        limits: DocumentLimits,
        isQuarantined: (DocumentIdentity) -> Bool
    ) {
        guard !received.bytes.isEmpty else {
            self = .refused(.empty)
            return
        }
        guard received.isMergePatch else {
            self.init(received.bytes, newest: newest, limits: limits, isQuarantined: isQuarantined)
            return
        }
        guard let newest, newest.entityTag != nil, newest.entityTag == request.entityTag else {
            self = .refused(.patchWithoutBase)
            return
        }
        self.init(patch: received.bytes, of: newest, isQuarantined: isQuarantined)
    }

    /// Judges a partial update of a document.
    init(patch bytes: [UInt8], of newest: NewestDocument, isQuarantined: (DocumentIdentity) -> Bool) {
        do throws(DocumentError) {
            let merged = try newest.document.merging(patch: bytes)
            // A start from the disk parses the same bytes and finds the same document.
            let payload = merged.tree.bytes
            let identity = DocumentIdentity(of: payload)
            if identity == newest.identity {
                self = .same
            } else if isQuarantined(identity) {
                self = .refused(.quarantined)
            } else {
                self = .new(merged, payload: payload, identity)
            }
        } catch {
            self = .refused(.unreadable(error))
        }
    }

    private init(
        _ bytes: [UInt8],
        newest: NewestDocument?,
        limits: DocumentLimits,
        isQuarantined: (DocumentIdentity) -> Bool
    ) {
        let identity = DocumentIdentity(of: bytes)
        if identity == newest?.identity {
            self = .same
            return
        }
        guard !isQuarantined(identity) else {
            self = .refused(.quarantined)
            return
        }
        do throws(DocumentError) {
            self = .new(try SettingsDocument(parsing: bytes, limits: limits), payload: bytes, identity)
        } catch {
            let first = bytes.first { !(0x09...0x0D).contains($0) && $0 != 0x20 }
            self = .refused(first == UInt8(ascii: "<") ? .webPage : .unreadable(error))
        }
    }
}

extension ReceivedDocument {
    /// Whether the body is a partial update, going by its media type.
    fileprivate var isMergePatch: Bool {
        guard let mediaType else { return false }
        let essence = mediaType.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return essence.lowercased() == "application/merge-patch+json"
    }
}
