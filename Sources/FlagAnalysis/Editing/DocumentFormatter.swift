package import FlagResolver

/// The canonical layout of a document, the same for every text that means the same in the same order.
///
/// 1. Two spaces for each level, LF as line end, one at the end of the text; no line is wider than it must be.
/// 2. The document, groups and settings have each member on a line of its own; so have lists of entries each entry.
///    A setting that has nothing but a default, an entry, and every value stand on one line, if that has at most
///    ``width`` characters.
/// 3. The order of settings and entries stays, and so does that of members of groups and values. A setting has its
///    members in the order metadata, `description`, `owner`, `type`, others, `defaultValue`, `valuesByVersion`; an entry
///    `appVersion`, `value`, `description`, others, metadata.
/// 4. Of blank lines before a member or element one stays.
/// 5. Numbers keep their text. In strings only what must be is escaped, and characters that nobody sees.
package struct DocumentFormatter {
    /// How many characters a line may have.
    package static let width = 120

    let tree: JSONTree
    let scanning: LineScanning
    var bytes: [UInt8] = []
    /// Where the current line begins.
    private var lineStart = 0

    /// Lays a document out.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func format(_ tree: JSONTree) -> [UInt8] {
        var formatter = DocumentFormatter(tree: tree, scanning: LineScanning(bytes: tree.bytes))
        formatter.bytes.reserveCapacity(tree.bytes.count + tree.bytes.count / 4)
        formatter.write(0, as: .group, depth: 0, isFollowed: false)
        formatter.bytes.append(UInt8(ascii: "\n"))
        return formatter.bytes
    }

    private init(tree: JSONTree, scanning: LineScanning) {
        self.tree = tree
        self.scanning = scanning
    }

    /// Writes a node; a comma comes after it if it is followed by another.
    mutating func write(_ node: Int, as role: Role, depth: Int, isFollowed: Bool) {
        if tree.isContainer(node) {
            if role.mayBeOneLine(node, in: tree), writeOnOneLine(node, as: role, reserving: isFollowed ? 1 : 0) {
                return
            }
            writeOnSeveralLines(node, as: role, depth: depth)
        } else {
            writeScalar(node)
        }
    }

    private mutating func writeOnSeveralLines(_ node: Int, as role: Role, depth: Int) {
        let isObject = tree.kind(of: node) == .object
        bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
        let children = role.children(of: node, in: tree)
        for (index, child) in children.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: ","))
                if scanning.hasBlankLine(before: tree.nodes[child].span.lowerBound) {
                    bytes.append(UInt8(ascii: "\n"))
                }
            }
            breakLine(depth: depth + 1)
            var value = child
            if isObject {
                writeString(child)
                bytes.append(contentsOf: ": ".utf8)
                value = child + 1
            }
            write(
                value, as: role.role(of: value, key: isObject ? child : nil, in: tree), depth: depth + 1,
                isFollowed: index + 1 < children.count)
        }
        if !children.isEmpty { breakLine(depth: depth) }
        bytes.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    private mutating func breakLine(depth: Int) {
        bytes.append(UInt8(ascii: "\n"))
        lineStart = bytes.count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    /// Writes a container on the current line; takes it back where it does not fit.
    private mutating func writeOnOneLine(_ root: Int, as role: Role, reserving room: Int) -> Bool {
        let start = bytes.count
        let used = width(from: lineStart)
        let limit = Self.width - room
        guard writeLine(root, as: role, used: used, limit: limit) else {
            bytes.removeLast(bytes.count - start)
            return false
        }
        return true
    }

    /// Writes a node on the current line, of which so many characters are used; stops where it becomes too long.
    private mutating func writeLine(_ node: Int, as role: Role, used: Int, limit: Int) -> Bool {
        let before = bytes.count
        guard tree.isContainer(node) else {
            guard mayFit(node, limit) else { return false }
            writeScalar(node)
            return used + width(from: before) <= limit
        }
        let isObject = tree.kind(of: node) == .object
        bytes.append(contentsOf: (isObject ? "{" : "[").utf8)
        let children = role.children(of: node, in: tree, atMost: limit)
        for (index, child) in children.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if index > 0 || isObject { bytes.append(UInt8(ascii: " ")) }
            var value = child
            if isObject {
                guard mayFit(child, limit) else { return false }
                writeString(child)
                bytes.append(contentsOf: ": ".utf8)
                value = child + 1
            }
            guard writeLine(value, as: .value, used: used + width(from: before), limit: limit) else { return false }
        }
        bytes.append(contentsOf: (isObject ? (children.isEmpty ? "}" : " }") : "]").utf8)
        return used + width(from: before) <= limit
    }

    /// Whether a scalar may have so few characters: an escape takes twelve bytes for one at most.
    private func mayFit(_ node: Int, _ limit: Int) -> Bool { tree.nodes[node].span.count <= 12 * limit }

    /// How many characters stand after an offset.
    private func width(from offset: Int) -> Int {
        bytes[offset...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    private mutating func writeScalar(_ node: Int) {
        if tree.kind(of: node) == .string {
            writeString(node)
        } else {
            bytes.append(contentsOf: tree.bytes[tree.nodes[node].span])
        }
    }
}
