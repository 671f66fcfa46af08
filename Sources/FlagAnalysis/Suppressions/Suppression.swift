/// One member of an `"$allow"`: a code whose findings a part of a document allows, and the reason.
///
/// ```json
/// { "$allow": { "value-island": "until 2.1 is out" } }
/// ```
package struct Suppression: Sendable, Hashable {
    /// The code of the findings, such as `value-island`.
    package let code: String
    package let reason: String
    /// The node of the code.
    package let key: Int
    /// The nodes in which findings are allowed: those of the object that has the `"$allow"`, with its key.
    package let scope: Range<Int>
}

/// A part of an `"$allow"` that allows nothing.
package enum MalformedSuppression: Sendable, Hashable {
    /// The value of `"$allow"` is not an object; its node.
    case notAnObject(value: Int)
    /// The reason is not a string, or blank; the nodes of the code and the reason.
    case noReason(key: Int, reason: Int)
}
