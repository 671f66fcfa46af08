import FlagResolver

/// The body of a request for values.
struct EvaluationBody: Sendable {
    var context: EvaluationContext
    /// Whether reasons and locations are asked for, too.
    let isExplained: Bool

    /// Reads a body: `{"context": {…}, "explain": true}`.
    ///
    /// 1. A missing or malformed context, attribute or `explain` counts as absent.
    /// 2. The date of the context counts only if `allowsDate` is true. Otherwise, and without a date, it is `now`.
    ///
    /// - Throws: `Refusal` if the body is not an object or exceeds a limit.
    init(parsing bytes: [UInt8], limits: ServerLimits, allowsDate: Bool, now: Instant) throws(Refusal) {
        try self.init(Self.tree(parsing: bytes, limits: limits), limits: limits, allowsDate: allowsDate, now: now)
    }

    /// - Parameter tree: An object.
    init(_ tree: JSONTree, limits: ServerLimits, allowsDate: Bool, now: Instant) throws(Refusal) {
        isExplained = tree.member(named: "explain" as StaticString, of: 0).map { tree.kind(of: $0) == .true } ?? false
        if let node = tree.member(named: "context" as StaticString, of: 0), tree.kind(of: node) == .object {
            let count = tree.members(of: node).reduce(0) { count, _ in count + 1 }
            guard count <= limits.attributeCount else {
                throw .excessiveContext("the context has \(count) members, and the limit is \(limits.attributeCount)")
            }
            var issues: [SettingIssue] = []
            context = EvaluationContext(tree[node], issues: &issues)
        } else {
            context = EvaluationContext()
        }
        if !allowsDate || context.instant == nil { context.instant = now }
    }

    /// The object of a body.
    ///
    /// - Throws: `Refusal` if the body is not an object or exceeds a limit.
    static func tree(parsing bytes: [UInt8], limits: ServerLimits) throws(Refusal) -> JSONTree {
        guard !bytes.isEmpty else {
            throw .unreadableBody(
                "the body is empty, expected an object such as {\"context\": {\"appVersion\": \"1.4.0\"}}")
        }
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(
                parsing: bytes,
                limits: JSONLimits(
                    byteCount: limits.bodyByteCount, depth: limits.depth, stringByteCount: limits.bodyByteCount))
        } catch {
            let message = "the body, line \(error.location.line), column \(error.location.column): \(error.message)"
            throw error.code == DocumentError.Code.limit.rawValue
                ? .excessiveContext(message) : .unreadableBody(message)
        }
        guard tree.kind(of: 0) == .object else {
            throw .unreadableBody("the body is \(tree.typeName(at: 0)), expected an object such as {\"context\": {…}}")
        }
        return tree
    }
}
