import FlagResolver
import FlagStore
import FlagStoreCurl

/// A document on a server, published with PUT.
///
/// `If-Match` has the entity tag of the document that was read, so that the server refuses to replace another one.
/// Redirects are not followed: a request writes only to the address on the command line.
struct HTTPDestination: PublishingDestination {
    let address: DocumentAddress
    let options: ConnectionOptions

    private static let timeLimit = Duration.seconds(60)

    func current() throws(PublishingFailure) -> Publication? {
        let response: CurlCall.Response
        do throws(TransportFailure) {
            response = try call("GET", ["Accept: application/json, */*;q=0.5", "Cache-Control: no-cache"]).send()
        } catch {
            throw .refused(error)
        }
        switch response.head.status {
        case 200: break
        case 404, 410: return nil
        default: throw Self.refusal(response, expected: "200 or 404")
        }
        // A weak tag stands for several contents, and If-Match never matches it.
        guard let tag = response.head.entityTag, !tag.starts(withBytesOf: "W/") else { throw .noEntityTag }
        return Publication(bytes: response.body, number: nil, record: nil, token: .entityTag(tag))
    }

    func publish(
        _ bytes: [UInt8], _ record: PublicationRecord, replacing seen: Publication?, keeping kept: Int
    ) throws(PublishingFailure) -> PublicationOutcome {
        let condition: String
        if case .entityTag(let tag)? = seen?.token {
            condition = "If-Match: \(tag)"
        } else {
            condition = "If-None-Match: *"
        }
        var put = call("PUT", [condition, "Content-Type: application/json"])
        put.body = bytes
        let response: CurlCall.Response
        do throws(TransportFailure) {
            response = try put.send()
        } catch {
            return try settle(bytes, seen, error)
        }
        switch response.head.status {
        case 200, 201, 204: return .published(number: nil)
        // Some servers report a failed precondition as a conflict, 409.
        case 409, 412:
            let now = try current()
            // A proxy may have sent the request twice.
            return now?.bytes == bytes ? .published(number: nil) : .lost(to: now)
        case 202, 408, 500, 502, 503, 504:
            // An accepted request is carried out later, a proxy may have passed the request on, and a server may have failed
            // after it stored the document.
            return try settle(bytes, seen, Self.failure(response, expected: "200, 201 or 204"))
        default: throw Self.refusal(response, expected: "200, 201 or 204")
        }
    }

    func history() throws(PublishingFailure) -> [PastPublication] { throw .noHistory }

    /// Finds out the outcome of a request that was not answered.
    private func settle(
        _ bytes: [UInt8], _ seen: Publication?, _ failure: TransportFailure
    ) throws(PublishingFailure) -> PublicationOutcome {
        let now: Publication?
        do throws(PublishingFailure) {
            now = try current()
        } catch {
            throw .uncertain(failure)
        }
        if now?.bytes == bytes { return .published(number: nil) }
        // The request may still arrive: only a changed tag shows that it can no longer succeed.
        guard now?.token != seen?.token else { throw .uncertain(failure) }
        return .lost(to: now)
    }

    private func call(_ method: String, _ fields: [String]) -> CurlCall {
        var call = CurlCall(method, address, options: options.transport)
        call.headers = options.headers
        call.protocolFields = fields
        call.timeLimit = Self.timeLimit
        return call
    }

    private static func failure(_ response: CurlCall.Response, expected: String) -> TransportFailure {
        let status = response.head.status
        let detail =
            response.head.isRedirect
            ? "the server redirects, and publishing follows no redirect; name the final address"
            : status == 202
                ? "the server has accepted the document, and not said that it is in place: status 202, expected \(expected)"
                : "the server refuses with status \(status), expected \(expected)"
        return TransportFailure(.status, status: status, detail: detail)
    }

    private static func refusal(_ response: CurlCall.Response, expected: String) -> PublishingFailure {
        .refused(failure(response, expected: expected))
    }
}
