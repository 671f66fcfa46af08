package import FlagResolver

/// The canonical layout of a document. Texts with the same members in the same order have the same layout.
///
/// 1. Each level is indented by two spaces. Lines end with LF, including the last one.
/// 2. Each member of the document, of a group and of a setting has its own line, and so has each entry in a list. An
///    entry, a value, or a setting with only a default is on one line if the line has at most ``width`` characters.
/// 3. Settings, entries, and the members of groups and values keep their order. The members of a setting are ordered as
///    metadata, `description`, `owner`, `expires`, `type`, constraints, others, `defaultValue`, `valuesByVersion`;
///    those of an entry as `name`, conditions, `value`, `description`, others, metadata.
/// 4. Consecutive blank lines before a member or an element collapse to one.
/// 5. Numbers keep their text. In strings, only characters that JSON requires, line separators, byte order marks and changes of
///    direction are escaped.
package struct DocumentFormatter {
    /// The maximum number of characters on a line.
    package static let width = 120

    let tree: JSONTree
    let scanning: LineScanning
    var bytes: [UInt8] = []
    /// The offset at which the current line begins.
    private var lineStart = 0

    /// Formats a document.
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

    /// Writes a node. If another one follows, its line needs room for a comma.
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

    /// Writes a container on the current line, or nothing if it does not fit.
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

    /// Writes a node on the current line, and stops when the line becomes too long.
    ///
    /// - Parameter used: The number of characters that are on the line already.
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

    /// Whether a scalar may fit into a number of characters. An escaped character has at most twelve bytes.
    private func mayFit(_ node: Int, _ limit: Int) -> Bool { tree.nodes[node].span.count <= 12 * limit }

    /// The number of characters after an offset.
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
