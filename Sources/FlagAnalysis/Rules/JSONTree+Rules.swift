import FlagResolver

/// Quick looks at texts, so that only the few that may be of interest are taken apart.
extension JSONTree {
    /// How many bytes the content of a string has.
    func contentLength(at node: Int) -> Int {
        plainContentRange(at: node)?.count ?? stringBytes(at: node)?.count ?? 0
    }

    /// Whether a text holds `|`, as one with alternatives does.
    func holdsBar(at node: Int) -> Bool {
        holds(at: node) { byte, _ in byte == UInt8(ascii: "|") }
    }

    /// Whether a text may hold `<`, `<=`, `>` or `>=`.
    func mayHoldBound(at node: Int) -> Bool {
        holds(at: node) { byte, _ in byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") }
    }

    /// Whether a text may hold `<=` or a hyphen range.
    func mayHoldUpperBound(at node: Int) -> Bool {
        holds(at: node) { byte, previous in
            (byte == UInt8(ascii: "=") && previous == UInt8(ascii: "<"))
                || (byte == UInt8(ascii: "-") && (previous == UInt8(ascii: " ") || previous < 0x20))
        }
    }

    /// Whether a text may hold a component that begins with a zero and goes on.
    func mayHoldLeadingZero(at node: Int) -> Bool {
        holds(at: node) { byte, previous in previous == UInt8(ascii: "0") && byte &- UInt8(ascii: "0") < 10 }
    }

    /// Whether a text may hold a version with a `v`.
    func mayHoldPrefix(at node: Int) -> Bool {
        holds(at: node) { byte, _ in byte | 0x20 == UInt8(ascii: "v") }
    }

    /// Whether a condition holds for a byte and the one before it; always where the text is escaped.
    private func holds(at node: Int, _ condition: (_ byte: UInt8, _ previous: UInt8) -> Bool) -> Bool {
        guard let range = plainContentRange(at: node) else { return true }
        var previous: UInt8 = 0
        for offset in range {
            let byte = bytes[offset]
            if condition(byte, previous) { return true }
            previous = byte
        }
        return false
    }

    /// The key of the object that a member belongs to; `nil` for a member of the top level.
    func keyOfParent(ofKey key: Int) -> Int? {
        var object = key - 1
        while object > 0 {
            let node = nodes[object]
            if node.kind == .object, Int(node.next) > key { return object - 1 }
            object -= 1
        }
        return nil
    }
}
