extension DocumentError {
    /// The error for text that is not JSON.
    init(_ error: JSONSyntaxError) {
        self.init(
            code: Code(rawValue: error.code) ?? .jsonSyntax,
            location: error.location,
            message: error.message,
            relatedLocation: error.relatedLocation,
            span: error.span,
            relatedSpan: error.related,
            sourceName: error.sourceName
        )
    }

    static func notAnObject(_ tree: JSONTree) -> DocumentError {
        DocumentError(
            .notAnObject,
            "the document is \(tree.typeName(at: 0)), expected an object of settings: { … }",
            at: 0,
            in: tree
        )
    }

    static func contextNotAnObject(_ tree: JSONTree) -> DocumentError {
        DocumentError(
            .notAnObject,
            "the context is \(tree.typeName(at: 0)), expected an object such as { \"appVersion\": \"1.4.0\" }",
            at: 0,
            in: tree
        )
    }

    static func tooManySettings(limit: Int, at key: Int, in tree: JSONTree) -> DocumentError {
        DocumentError(
            .limit,
            "the document has more than \(limit) settings, the most that is allowed; split it into several documents",
            at: key,
            in: tree
        )
    }

    static func tooManyEntries(of name: String, limit: Int, at entry: Int, in tree: JSONTree) -> DocumentError {
        DocumentError(
            .limit,
            "\(SettingProblem.quoted(name)) has more than \(limit) entries, the most that is allowed; merge entries of one"
                + " value with \"||\"",
            at: entry,
            in: tree
        )
    }

    static func namesTooLong(limit: Int, at key: Int, in tree: JSONTree) -> DocumentError {
        DocumentError(
            .limit,
            "the names of the settings, with those of their groups, have more than \(limit) bytes, the most that is allowed;"
                + " shorten the names of groups",
            at: key,
            in: tree
        )
    }

    static func tooLargeToMerge(_ error: JSONTree.MergeError, in tree: JSONTree) -> DocumentError {
        switch error {
        case .tooLarge(let byteCount):
            DocumentError(
                .limit,
                "document and patch have \(byteCount) bytes together, expected less than 4 GiB; merge them at the source",
                at: 0,
                in: tree
            )
        }
    }

    static func mergedDocumentTooLarge(byteCount: Int, limit: Int, in tree: JSONTree) -> DocumentError {
        DocumentError(
            .limit,
            "with the patch, the document has \(byteCount) bytes, at most \(limit) are allowed;"
                + " split it into several documents",
            at: 0,
            in: tree
        )
    }

    static func duplicateName(_ name: String, _ key: Int, firstKey: Int, in tree: JSONTree) -> DocumentError {
        DocumentError(
            .duplicateName,
            "two settings have the name \(SettingProblem.quoted(name)); rename or delete one of them",
            at: key,
            related: firstKey,
            in: tree
        )
    }

    private init(_ code: Code, _ message: String, at node: Int, related: Int? = nil, in tree: JSONTree) {
        let span = tree.nodes[node].span
        let relatedSpan = related.map { tree.nodes[$0].span }
        self.init(
            code: code,
            location: tree.location(at: span.lowerBound).location,
            message: message,
            relatedLocation: relatedSpan.map { tree.location(at: $0.lowerBound).location },
            span: span,
            relatedSpan: relatedSpan,
            sourceName: tree.source(at: span.lowerBound).name
        )
    }
}
