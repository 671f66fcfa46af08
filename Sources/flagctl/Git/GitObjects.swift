import FlagResolver

/// The objects of git that have the content of files.
enum GitObjects {
    /// Whether a text is the complete name of an object.
    static func isName(_ text: some Collection<UInt8>) -> Bool {
        // SHA-1 or SHA-256
        [40, 64].contains(text.count)
            && text.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    /// The content of objects by their names, from `git cat-file --batch`.
    ///
    /// - Throws: `GitFailure` if git fails, if it lacks one of the objects, or if one is too large.
    static func contents(of objects: [String]) throws(GitFailure) -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        var rest = Set(objects).sorted()[...]
        while !rest.isEmpty {
            let words = ["cat-file", "--batch"]
            let result = try Git.run(words, input: Array(rest.map { "\($0)\n" }.joined().utf8))
            // Beyond the limit, git ends because its pipe is closed. The next process reads the rest.
            let isCut = result.status != 0 && result.output.count >= Git.maximumByteCount
            guard result.status == 0 || isCut else { throw GitFailure(result, of: words) }
            let knownCount = contents.count
            read(result.output, into: &contents)
            rest = rest.drop { contents[$0] != nil }
            if !rest.isEmpty, !isCut { throw .missingObject }
            if contents.count == knownCount { throw .contentTooLarge }
        }
        return contents
    }

    /// The objects that git lacks.
    static func missing(among objects: [String]) throws(GitFailure) -> [String] {
        guard !objects.isEmpty else { return [] }
        let words = ["cat-file", "--batch-check=%(objectname)"]
        let output = try Git.output(words, input: Array(objects.map { "\($0)\n" }.joined().utf8))
        // NAME missing
        return output.split(separator: UInt8(ascii: "\n")).filter { !GitObjects.isName($0) }.map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        }
    }

    /// Reads objects from the output of `git cat-file --batch`. The last one may be truncated.
    static func read(_ output: [UInt8], into contents: inout [String: [UInt8]]) {
        var rest = output[...]
        // NAME blob SIZE, a line end, the content, and a line end
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let words = rest[..<end].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            rest = rest[(end + 1)...]
            guard words.count == 3, let size = Int(words[2]) else { continue }
            guard size >= 0, size < rest.count else { break }
            contents[words[0]] = Array(rest.prefix(size))
            rest = rest.dropFirst(size + 1)
        }
    }
}
