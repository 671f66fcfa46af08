import FlagResolver

/// The parts that sentences are made of.
extension FindingWording {
    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    func write(_ versions: ListedVersions, to text: inout [UInt8]) {
        let shown = versions.shown
        guard versions.furtherIntervals == 0 else {
            text.write("every version ")
            shown.write(to: &text)
            text.write(", and ")
            text.write(versions.furtherIntervals)
            if versions.furtherIntervals == 1 {
                text.write(" more version range")
            } else {
                text.write(" more version ranges")
            }
            return
        }
        if shown.intervalCount == 1 { return write(shown.interval(at: 0), to: &text) }
        text.write("every version ")
        shown.write(to: &text)
    }

    /// The same for one interval.
    func write(_ interval: VersionInterval, to text: inout [UInt8]) {
        if interval == .all { return text.write("every version") }
        if interval.singleVersion != nil { text.write("version ") } else { text.write("every version ") }
        interval.write(to: &text)
    }

    func phrase(_ versions: ListedVersions) -> String {
        var text: [UInt8] = []
        write(versions, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A value as compact JSON, cut where it is long.
    func write(value node: UInt32, to text: inout [UInt8]) {
        guard let tree else { return }
        let start = text.count
        switch tree.kind(of: Int(node)) {
        case .array, .object: tree.writeCompact(Int(node), to: &text)
        default: text.append(contentsOf: tree.bytes[tree.nodes[Int(node)].span])
        }
        guard text.count - start > Self.longestValue else { return }
        let scalars = String(decoding: text[start...], as: UTF8.self).unicodeScalars
        text.removeLast(text.count - start)
        text.write(string: String(scalars.prefix(Self.longestValue - 1)) + "…")
    }

    func value(_ node: Int) -> String {
        var text: [UInt8] = []
        write(value: UInt32(truncatingIfNeeded: node), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A requirement as it is written, in quotes; the texts of a list are joined with `||`.
    func write(requirement number: UInt32, to text: inout [UInt8]) {
        guard let tree else { return }
        let node = Int(number)
        if let content = tree.plainContentRange(at: node) {
            write(quoted: tree.bytes, content, to: &text)
            return
        }
        let texts = tree.kind(of: node) == .string ? [node] : Array(tree.elements(of: node))
        text.write(string: quoted(texts.compactMap { tree.string(at: $0) }.joined(separator: " || ")))
    }

    private static let longestValue = 60

    func quoted(_ text: String) -> String {
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        write(quoted: bytes, bytes.indices, to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// A part of some bytes in quotes, escaped only where that is needed.
    func write(quoted bytes: [UInt8], _ range: Range<Int>, to text: inout [UInt8]) {
        let isPlain = bytes.withRawSpan { bytes in
            guard bytes.endOfPlainBytes(from: range.lowerBound, to: range.upperBound) == range.upperBound else {
                return false
            }
            text.append(UInt8(ascii: "\""))
            text.append(bytes, from: range.lowerBound, to: range.upperBound)
            text.append(UInt8(ascii: "\""))
            return true
        }
        if isPlain { return }
        text.write(string: SettingProblem.quoted(String(decoding: bytes[range], as: UTF8.self)))
    }
}
