/// A well-formed rollout: the buckets that it includes, for the keys of one attribute and one salt.
package struct RolloutForm: Sendable {
    /// The salt, as UTF-8.
    package let salt: [UInt8]

    /// The name of the attribute whose value is the key, or `targetingKey`.
    package let by: String

    /// The buckets that are included. Ranges may be empty, overlap, and come in any order.
    package let slices: [Range<Int>]
}

extension JSONTree {
    /// The rollouts at a node, which must be well-formed: one, or the elements of a list.
    package func rollouts(at node: Int) -> [RolloutForm] {
        guard kind(of: node) == .array else { return [rollout(at: node)].compactMap { $0 } }
        return elements(of: node).compactMap { rollout(at: $0) }
    }

    private func rollout(at node: Int) -> RolloutForm? {
        guard let salt = member(named: "salt" as StaticString, of: node).flatMap({ stringBytes(at: $0) }),
            let percent = member(named: "percent" as StaticString, of: node)
        else { return nil }
        let by = member(named: "by" as StaticString, of: node).flatMap { string(at: $0) }
        return RolloutForm(salt: salt, by: by ?? "targetingKey", slices: bucketSlices(ofPercent: percent))
    }
}
