extension JSONTree {
    /// A pending step of writing a value.
    private enum Step {
        case value(Int)
        case key(Int)
        case byte(UInt8)
    }

    /// The canonical text of a node, the same for exactly the equal values: usable as a dictionary's key.
    ///
    /// It is compact JSON with sorted members. Numbers are in scientific form, `1.5e0`, unless they are integers.
    ///
    /// - Parameter unifiesNumbers: Whether `5` and `5.0` are equal, as conditions compare them.
    /// - Complexity: O(*n* log *n*) in the length of the text, because of the sorting.
    package func canonicalText(of node: Int, unifiesNumbers: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        bytes.withRawSpan { input in
            appendCanonicalText(of: node, input, unifiesNumbers: unifiesNumbers, to: &result)
        }
        return result
    }

    private func appendCanonicalText(
        of root: Int, _ input: RawSpan, unifiesNumbers: Bool, to result: inout [UInt8]
    ) {
        var steps: [Step] = [.value(root)]
        while let step = steps.popLast() {
            switch step {
            case .byte(let byte):
                result.append(byte)
            case .key(let key):
                JSONWriter.appendString(nodes[key], in: input, to: &result)
                result.append(UInt8(ascii: ":"))
            case .value(let index):
                let node = nodes[index]
                switch node.kind {
                case .null, .true, .false:
                    result.append(contentsOf: bytes[node.span])
                case .string:
                    JSONWriter.appendString(node, in: input, to: &result)
                case .number:
                    JSONDecimal(node.span, in: input)
                        .appendCanonicalText(
                            isInteger: node.isInteger && !unifiesNumbers, in: input, to: &result)
                case .array:
                    result.append(UInt8(ascii: "["))
                    appendSteps(elements(of: index).map { [.value($0)] }, closing: UInt8(ascii: "]"), to: &steps)
                case .object:
                    result.append(UInt8(ascii: "{"))
                    let members = sortedMembers(of: index).map { [Step.key($0.key), .value($0.value)] }
                    appendSteps(members, closing: UInt8(ascii: "}"), to: &steps)
                }
            }
        }
    }

    private func appendSteps(_ parts: [[Step]], closing: UInt8, to steps: inout [Step]) {
        steps.append(.byte(closing))
        for (index, part) in parts.enumerated().reversed() {
            steps.append(contentsOf: part.reversed())
            if index > 0 { steps.append(.byte(UInt8(ascii: ","))) }
        }
    }

    /// The members of an object, sorted by the UTF-8 bytes of their keys.
    package func sortedMembers(of object: Int) -> [(key: Int, value: Int)] {
        members(of: object)
            .map { (member: $0, content: stringBytes(at: $0.key) ?? []) }
            .sorted { $0.content.lexicographicallyPrecedes($1.content) }
            .map(\.member)
    }
}

extension JSONTree {
    /// The document without blanks, with strings and numbers as they are spelled.
    ///
    /// It leaves out what a merge has replaced or deleted, and is never longer than the texts it came from.
    ///
    /// - Complexity: O(*n*) in its length and the number of nodes.
    package var compactText: [UInt8] {
        var writer = JSONWriter(.compact, reserving: compactByteCount)
        writer.writeAsSpelled(0, of: self)
        return writer.bytes
    }

    /// The length of ``compactText``.
    ///
    /// - Complexity: O(*n*) in the number of nodes.
    package var compactByteCount: Int {
        // A comma or a colon precedes each node but the root and the first children.
        var count = nodes.count - 1
        for (index, node) in nodes.enumerated() {
            switch node.kind {
            case .array, .object:
                let isEmpty = Int(node.next) == index + 1
                count += isEmpty ? 2 : 1
            default:
                count += node.span.count
            }
        }
        return count
    }
}
