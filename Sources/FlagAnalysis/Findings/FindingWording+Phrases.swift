import FlagResolver

/// The parts that sentences are made of.
extension FindingWording {
    /// `every version >=2.0.0`, `every version`, `version 1.4.0`
    func write(_ versions: ListedVersions, to text: inout [UInt8]) {
        let shown = versions.shown
        guard versions.furtherStretches == 0 else {
            text.write("every version ")
            shown.write(to: &text)
            text.write(", and ")
            text.write(versions.furtherStretches)
            if versions.furtherStretches == 1 {
                text.write(" more stretch of versions")
            } else {
                text.write(" more stretches of versions")
            }
            return
        }
        if shown == .all {
            text.write("every version")
        } else {
            let isSingle = shown.stretchCount == 1 && shown.stretch(at: 0).isSingleVersion
            if !isSingle { text.write("every ") }
            text.write("version ")
            shown.write(to: &text)
        }
    }

    func phrase(_ versions: ListedVersions) -> String {
        var text: [UInt8] = []
        write(versions, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A value as compact JSON, cut where it is long.
    func write(value node: Int, to text: inout [UInt8]) {
        guard let tree else { return }
        let start = text.count
        switch tree.kind(of: node) {
        case .array, .object: tree.writeCompact(node, to: &text)
        default: text.append(contentsOf: tree.bytes[tree.nodes[node].span])
        }
        guard text.count - start > Self.longestValue else { return }
        let scalars = String(decoding: text[start...], as: UTF8.self).unicodeScalars
        text.removeLast(text.count - start)
        text.write(string: String(scalars.prefix(Self.longestValue - 1)) + "…")
    }

    func value(_ node: Int) -> String {
        var text: [UInt8] = []
        write(value: node, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// A requirement as it is written, in quotes; the texts of a list are joined with `||`.
    func write(requirement node: Int, to text: inout [UInt8]) {
        guard let tree else { return }
        if let content = tree.plainContentRange(at: node) {
            write(quoted: tree.bytes[content], to: &text)
            return
        }
        let texts = tree.kind(of: node) == .string ? [node] : Array(tree.elements(of: node))
        text.write(string: quoted(texts.compactMap { tree.string(at: $0) }.joined(separator: " || ")))
    }

    private static let longestValue = 60

    func quoted(_ text: String) -> String {
        var result: [UInt8] = []
        write(quoted: Array(text.utf8)[...], to: &result)
        return String(decoding: result, as: UTF8.self)
    }

    /// A text in quotes, escaped only where that is needed.
    func write(quoted content: ArraySlice<UInt8>, to text: inout [UInt8]) {
        let isPlain = content.allSatisfy {
            $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain {
            text.append(UInt8(ascii: "\""))
            text.append(contentsOf: content)
            text.append(UInt8(ascii: "\""))
        } else {
            text.write(string: SettingProblem.quoted(String(decoding: content, as: UTF8.self)))
        }
    }
}
