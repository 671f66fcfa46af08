import FlagStore

/// The method of a request.
package enum HTTPMethod: Sendable, Hashable {
    case get
    case head
    case post
    case options
    case other
    /// Not a valid name of a method.
    case malformed

    /// Standard: RFC 9110, methods are case-sensitive.
    package init(_ name: some StringProtocol) {
        self =
            switch name {
            case "GET": .get
            case "HEAD": .head
            case "POST": .post
            case "OPTIONS": .options
            default: !name.isEmpty && name.utf8.allSatisfy(\.isTokenByte) ? .other : .malformed
            }
    }
}
