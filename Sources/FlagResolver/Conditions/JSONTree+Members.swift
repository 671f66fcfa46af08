extension JSONTree {
    /// Whether a member is metadata: its key starts with `$`.
    package func isMetadata(key: Int) -> Bool {
        bytes.withRawSpan { nodes[key].isMetadata(in: $0) }
    }

    /// The versions that the requirement in a string contains.
    package func versionSet(at node: Int) throws(VersionSyntaxError) -> VersionSet {
        try bytes.withRawSpan { (bytes) throws(VersionSyntaxError) in try nodes[node].versionSet(in: bytes) }
    }
}

extension JSONNode {
    /// Whether the content of a string starts with `$`, as the keys of metadata do.
    func isMetadata(in bytes: RawSpan) -> Bool {
        withContent(in: bytes) { $0.byte(at: 0) == UInt8(ascii: "$") }
    }

    /// The versions that the requirement in a string contains.
    func versionSet(in bytes: RawSpan) throws(VersionSyntaxError) -> VersionSet {
        try withContent(in: bytes) { (text) throws(VersionSyntaxError) in try VersionSet(utf8: Span(_bytes: text)) }
    }
}
