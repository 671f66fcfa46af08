import FlagResolver
import TestSupport

/// JSON written as some person or program may write it.
struct StyledText {
    enum Layout: CaseIterable {
        /// `[1,2]`
        case compact
        /// `[ 1, 2 ]`
        case spaced
        /// A line for each child.
        case lines
        /// A line for each child, with the comma at its beginning.
        case commasFirst
        /// `[1, {`, children of the innermost containers on lines of their own.
        case hugging
    }

    var layout: Layout
    var indentation: String
    var newline: String
    /// Containers so deep and deeper stand on one line.
    var oneLineDepth: Int
    var hasFinalNewline: Bool
    /// Every so many lines a blank one; 0 for none.
    var blankLineEvery = 0

    init(using random: inout SeededRandom) {
        layout = Layout.allCases.randomElement(using: &random) ?? .lines
        indentation = ["", " ", "  ", "    ", "\t"].randomElement(using: &random) ?? "  "
        newline = ["\n", "\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        oneLineDepth = Int.random(in: 1...6, using: &random)
        hasFinalNewline = Bool.random(using: &random)
    }

    /// Writes a tree without some of its elements and members, which are named by the nodes of elements and keys.
    func text(of tree: JSONTree, without deleted: Set<Int> = []) -> String {
        var lineCount = 0
        let text = text(of: 0, in: tree, without: deleted, depth: 0, lineCount: &lineCount)
        return text + (hasFinalNewline ? newline : "")
    }

    private func text(
        of node: Int, in tree: JSONTree, without deleted: Set<Int>, depth: Int, lineCount: inout Int
    ) -> String {
        let isObject = tree.kind(of: node) == .object
        guard isObject || tree.kind(of: node) == .array else {
            return String(decoding: tree.bytes[tree.nodes[node].span], as: UTF8.self)
        }
        var children: [String] = []
        if isObject {
            for member in tree.members(of: node) where !deleted.contains(member.key) {
                let key = String(decoding: tree.bytes[tree.nodes[member.key].span], as: UTF8.self)
                let value = text(of: member.value, in: tree, without: deleted, depth: depth + 1, lineCount: &lineCount)
                children.append(key + (layout == .compact ? ":" : ": ") + value)
            }
        } else {
            for element in tree.elements(of: node) where !deleted.contains(element) {
                children.append(
                    text(of: element, in: tree, without: deleted, depth: depth + 1, lineCount: &lineCount))
            }
        }
        let (open, close) = isObject ? ("{", "}") : ("[", "]")
        guard !children.isEmpty else { return open + close }
        let isOneLine = depth >= oneLineDepth && layout != .compact
        switch isOneLine ? .spaced : layout {
        case .compact: return open + children.joined(separator: ",") + close
        case .spaced: return "\(open) \(children.joined(separator: ", ")) \(close)"
        case .hugging: return open + children.joined(separator: "," + newline) + close
        case .lines, .commasFirst:
            let inner = newline + String(repeating: indentation, count: depth + 1)
            var text = open
            for (index, child) in children.enumerated() {
                lineCount += 1
                let isBlank = blankLineEvery > 0 && lineCount.isMultiple(of: blankLineEvery)
                let start = (isBlank ? newline : "") + inner
                if layout == .commasFirst {
                    text += start + (index > 0 ? ", " : "") + child
                } else {
                    text += (index > 0 ? "," : "") + start + child
                }
            }
            return text + newline + String(repeating: indentation, count: depth) + close
        }
    }
}

/// Documents of several settings, some of them in groups.
enum RandomDocument {
    static func json(using random: inout SeededRandom) -> String {
        func settings(_ prefix: String) -> [String] {
            ["a", "b", "c"].filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
                .map { "\"\(prefix)\($0)\": \(RandomSetting.json(using: &random))" }
        }
        var members = settings("")
        if Bool.random(using: &random) { members.append("\"group\": {\(settings("d").joined(separator: ","))}") }
        if Bool.random(using: &random) { members.append("\"constant\": [1, \"x\", {}]") }
        if Bool.random(using: &random) { members.insert("\"$version\": 3", at: 0) }
        return "{\(members.joined(separator: ","))}"
    }
}
