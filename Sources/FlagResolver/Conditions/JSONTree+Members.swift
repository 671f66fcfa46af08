extension JSONTree {
    /// Whether a member is metadata: its key starts with `$`.
    package func isMetadata(key: Int) -> Bool {
        bytes.withRawSpan { bytes in
            nodes[key].withContent(in: bytes) { $0.byte(at: 0) == UInt8(ascii: "$") }
        }
    }

    /// The versions that the requirement in a string contains.
    package func versionSet(at node: Int) throws(VersionSyntaxError) -> VersionSet {
        try VersionSet(parsing: string(at: node) ?? "")
    }
}
