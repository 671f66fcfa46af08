/// Which redirects are followed: at most five, and only within the origin that was asked.
///
/// A document decides what an app does, so that whoever may redirect a request may do the same as whoever answers it.
package struct RedirectRule: Hashable, Sendable {
    private let origin: DocumentAddress
    private var count = 0

    package static let most = 5

    package init(from origin: DocumentAddress) {
        self.origin = origin
    }

    /// The address to go on with.
    ///
    /// - Parameter location: The absolute address that the response names.
    /// - Throws: ``TransportFailure`` of the kind ``TransportFailure/Kind/refusedRedirect``.
    package mutating func follow(_ location: String, status: Int) throws(TransportFailure) -> DocumentAddress {
        count += 1
        guard count <= Self.most else {
            throw refusal(status, "there are more than \(Self.most) redirects")
        }
        let address: DocumentAddress
        do throws(TransportFailure) {
            address = try DocumentAddress(location)
        } catch {
            throw refusal(status, error.detail)
        }
        guard origin.allowsRedirect(to: address) else {
            throw refusal(status, "it leads to \(location), expected scheme, host and port of \(origin.text)")
        }
        return address
    }

    private func refusal(_ status: Int, _ reason: String) -> TransportFailure {
        TransportFailure(.refusedRedirect, status: status, detail: reason)
    }
}
