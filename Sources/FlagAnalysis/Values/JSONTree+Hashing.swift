import FlagResolver

/// Hashes of values: of two that are not equal nearly always other ones, so that these need not be compared.
extension JSONTree {
    /// A hash that equal values have in common, in whatever documents they are.
    ///
    /// - Complexity: O(*n*) in the length of the value's text.
    func hash(of node: Int, with hasher: ByteHash) -> UInt64 {
        nodes.withSpan { nodes in
            bytes.withRawSpan { bytes in hash(node, nodes, bytes, hasher) }
        }
    }

    /// The parser's limit of depth bounds the recursion.
    private func hash(_ index: Int, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ hasher: ByteHash) -> UInt64 {
        let node = nodes[index]
        let (start, count) = (Int(node.start), Int(node.end) - Int(node.start))
        switch node.kind {
        case .null: return Self.mark(1)
        case .true: return Self.mark(2)
        case .false: return Self.mark(3)
        case .string:
            guard node.isEscaped else { return hasher(bytes, from: start + 1, count: count - 2) }
            var result: UInt64 = 0
            node.withContent(in: bytes) { result = hasher($0) }
            return result
        case .number:
            guard node.isInteger else {
                // Many texts are the same number, and zero has a sign that makes no difference.
                let value = double(at: index) ?? 0
                return Self.mix(value == 0 ? 0 : value.bitPattern, Self.mark(4))
            }
            // JSON allows no zeros before an integer, but a sign before zero.
            let isNegativeZero = count == 2 && bytes.byte(at: start) == UInt8(ascii: "-") && isZero(bytes, start + 1)
            let sign = isNegativeZero ? 1 : 0
            return Self.mix(hasher(bytes, from: start + sign, count: count - sign), Self.mark(5))
        case .array:
            var result = Self.mark(6)
            var element = index + 1
            while element < Int(node.next) {
                result = Self.mix(result, hash(element, nodes, bytes, hasher))
                element = Int(nodes[element].next)
            }
            return result
        case .object:
            // A sum does not depend on the order of its terms, as an object does not on that of its members.
            var result = Self.mark(7)
            var key = index + 1
            while key < Int(node.next) {
                result &+= Self.mix(hash(key, nodes, bytes, hasher), hash(key + 1, nodes, bytes, hasher))
                key = Int(nodes[key + 1].next)
            }
            return result
        }
    }

    private func isZero(_ bytes: RawSpan, _ offset: Int) -> Bool { bytes.byte(at: offset) == UInt8(ascii: "0") }

    /// What stands for a kind, far from the others.
    private static func mark(_ kind: UInt64) -> UInt64 { kind &* 0x9E37_79B9_7F4A_7C15 }

    /// Depends on the order of the two.
    private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = (left ^ 0xD6E8_FEB8_6659_FD93).multipliedFullWidth(by: right | 1)
        return product.high ^ product.low &+ right
    }
}
