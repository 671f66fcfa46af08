package import FlagStore
import FlagStoreCurl

/// What connections to servers need besides an address.
package struct ConnectionOptions: Sendable {
    /// Fields that every request to a server over HTTP has, such as a key.
    package var headers = RequestHeaders()
    /// A PEM file with the authorities to trust instead of those of the system.
    package var authorities: String?
    /// The user of etcd.
    package var credentials: Credentials?

    package struct Credentials: Hashable, Sendable {
        package let user: String
        package let password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    package init() {}

    var transport: CurlTransport.Options {
        var options = CurlTransport.Options()
        options.certificates = authorities
        return options
    }
}
