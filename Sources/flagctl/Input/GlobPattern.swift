import FlagStore

/// A pattern for paths, as in shells: `*`, `?`, `[a-z]`, `[!a-z]`, `\` before a special character, and `**` for any
/// number of folders.
///
/// Only a pattern that begins with a dot matches a name that begins with one, and `**` does not enter hidden folders.
/// A character is a Unicode scalar on every platform.
struct GlobPattern: Sendable, Equatable {
    /// The components of the pattern between slashes.
    let components: [String]
    let isAbsolute: Bool

    init(components: [String], isAbsolute: Bool) {
        self.components = components
        self.isAbsolute = isAbsolute
    }

    init(_ text: String) {
        isAbsolute = FilePath.isAbsolute(text)
        // Several `**` in a row mean the same as one.
        components = FilePath.names(of: text).reduce(into: []) { parts, part in
            if part != "**" || parts.last != "**" { parts.append(part) }
        }
    }

    // This compares bytes: a dot and a combining character after it are one `Character`.
    static func isHidden(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: ".") }

    /// Whether a text contains a character that makes it a pattern.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
    }

    /// Whether one component of a pattern matches one name.
    ///
    /// - Complexity: O(*pattern* × *name*): of several `*`, only the last one backtracks.
    static func matches(_ pattern: String, _ name: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let name = Array(name.unicodeScalars)
        if name.first == ".", pattern.first != "." { return false }
        var index = 0
        var position = 0
        var lastStar: (index: Int, position: Int)?
        while position < name.count {
            if index < pattern.count, pattern[index] == "*" {
                lastStar = (index, position)
                index += 1
            } else if let next = matchOne(pattern, at: index, name[position]) {
                index = next
                position += 1
            } else if let star = lastStar {
                lastStar = (star.index, star.position + 1)
                index = star.index + 1
                position = star.position + 1
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == "*" }
    }

    /// The index after the item of a pattern that matches a character; `nil` if it does not match.
    private static func matchOne(_ pattern: [Unicode.Scalar], at index: Int, _ character: Unicode.Scalar) -> Int? {
        guard index < pattern.count else { return nil }
        switch pattern[index] {
        case "?":
            return index + 1
        case "[":
            guard let (isMember, next) = matchClass(pattern, at: index, character) else { break }
            return isMember ? next : nil
        case "\\" where index + 1 < pattern.count:
            return pattern[index + 1] == character ? index + 2 : nil
        default: break
        }
        return pattern[index] == character ? index + 1 : nil
    }

    /// Matches `[…]`; `nil` if the bracket is not closed, so that it is an ordinary character.
    private static func matchClass(
        _ pattern: [Unicode.Scalar], at start: Int, _ character: Unicode.Scalar
    ) -> (isMember: Bool, next: Int)? {
        var index = start + 1
        let isNegated = index < pattern.count && (pattern[index] == "!" || pattern[index] == "^")
        if isNegated { index += 1 }
        let first = index
        var isMember = false
        while index < pattern.count {
            if pattern[index] == "]", index > first { return (isMember != isNegated, index + 1) }
            if index + 2 < pattern.count, pattern[index + 1] == "-", pattern[index + 2] != "]" {
                let (low, high) = (pattern[index], pattern[index + 2])
                if low <= character && character <= high { isMember = true }
                index += 3
            } else {
                if pattern[index] == character { isMember = true }
                index += 1
            }
        }
        return nil
    }
}
