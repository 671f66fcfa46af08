import FlagResolver

/// How numbers of a setting are written for clients that tell integers and doubles apart by their tokens.
enum NumberForm: Sendable {
    /// Each number as the document writes it.
    case asWritten
    /// With a fraction: the setting is a double, whatever its value is at the moment.
    case withFraction
    /// Without a fraction: the setting is declared as an integer.
    case withoutFraction

    /// The form for a setting.
    ///
    /// 1. The declared type decides, if there is one.
    /// 2. Otherwise the setting is a double if one of its numbers is written with a fraction or an exponent.
    init(of setting: SettingIndex, in document: SettingsDocument) {
        let record = document.loaded[setting]
        switch record.declaredType {
        case .integer: self = .withoutFraction
        case .number: self = .withFraction
        case .none:
            let values = document.entries(of: setting).map { Int($0.value) }
            let all = [document.defaultValue(of: setting)].compactMap { $0 } + values
            let tree = document.tree
            let isDouble = all.contains { tree.kind(of: $0) == .number && !tree.nodes[$0].isInteger }
            self = isDouble ? .withFraction : .asWritten
        default: self = .asWritten
        }
    }

    /// Writes a number of a document in this form.
    func write(_ node: Int, of tree: JSONTree, to writer: inout JSONWriter) {
        switch self {
        case .withFraction where tree.nodes[node].isInteger:
            writer.write(raw: tree.text(of: node) + [UInt8(ascii: "."), UInt8(ascii: "0")])
        case .withoutFraction where !tree.nodes[node].isInteger:
            if let integer = tree.int(at: node) { writer.write(integer) } else { writer.write(node, of: tree) }
        default: writer.write(node, of: tree)
        }
    }
}
