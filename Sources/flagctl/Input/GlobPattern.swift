/// A pattern for paths, as shells have them: `*`, `?`, `[a-z]`, `[!a-z]`, `\` before any of these, and `**` for any
/// number of folders.
///
/// A name that begins with a dot is matched only by a pattern that begins with one, and `**` enters no such folder.
/// Characters are Unicode scalars, on every platform alike.
struct GlobPattern: Sendable, Equatable {
    /// The parts of the pattern between slashes.
    let components: [String]
    let isAbsolute: Bool

    init(_ text: String) {
        isAbsolute = text.hasPrefix("/")
        // Two `**` in a row mean what one means, and would only be tried in every way.
        components = text.split(separator: "/").map(String.init).reduce(into: []) { parts, part in
            if part != "**" || parts.last != "**" { parts.append(part) }
        }
    }

    /// Whether text holds a character that makes it a pattern.
    static func isPattern(_ text: some StringProtocol) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
    }

    /// Whether one component of a pattern matches one name.
    ///
    /// - Complexity: O(*pattern* × *name*): of several `*` only the last is ever tried again.
    static func matches(_ pattern: String, _ name: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let name = Array(name.unicodeScalars)
        if name.first == ".", pattern.first != "." { return false }
        var place = 0
        var position = 0
        var lastStar: (place: Int, position: Int)?
        while position < name.count {
            if place < pattern.count, pattern[place] == "*" {
                lastStar = (place, position)
                place += 1
            } else if let next = matchOne(pattern, at: place, name[position]) {
                place = next
                position += 1
            } else if let star = lastStar {
                lastStar = (star.place, star.position + 1)
                place = star.place + 1
                position = star.position + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }

    /// The place after a pattern's item that matches a character; `nil` where it does not match.
    private static func matchOne(_ pattern: [Unicode.Scalar], at place: Int, _ character: Unicode.Scalar) -> Int? {
        guard place < pattern.count else { return nil }
        switch pattern[place] {
        case "?":
            return place + 1
        case "[":
            guard let (isMember, next) = matchClass(pattern, at: place, character) else { break }
            return isMember ? next : nil
        case "\\" where place + 1 < pattern.count:
            return pattern[place + 1] == character ? place + 2 : nil
        default: break
        }
        return pattern[place] == character ? place + 1 : nil
    }

    /// Reads `[…]`; `nil` where the bracket is never closed and so stands for itself.
    private static func matchClass(
        _ pattern: [Unicode.Scalar], at place: Int, _ character: Unicode.Scalar
    ) -> (isMember: Bool, next: Int)? {
        var index = place + 1
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
