import FlagAnalysis
import FlagResolver

extension DiffReport.Pair {
    /// `true → false`; for two objects or arrays `$.days 3 → 1; $.pickup added: null`. A long value is shortened.
    func write(valuesOf change: ValueChange, to buffer: inout TextBuffer) {
        if let difference = memberDifference(of: change) { return buffer.write(text(of: difference)) }
        write(change.oldValue.map { old.tree[$0] }, to: &buffer)
        buffer.write(literal: " → ")
        write(change.newValue.map { new.tree[$0] }, to: &buffer)
    }

    /// What differs inside two objects or two arrays; `nil` for other values.
    func memberDifference(of change: ValueChange) -> ValueDifference? {
        guard let before = change.oldValue, let after = change.newValue else { return nil }
        let kind = old.tree.kind(of: before)
        guard kind == .object || kind == .array else { return nil }
        return ValueDifference(from: old.tree[before], to: new.tree[after])
    }

    /// What differs inside two objects or two arrays, as text; `nil` for other values.
    func memberText(of change: ValueChange) -> String? { memberDifference(of: change).map { text(of: $0) } }

    private func write(_ value: JSONValue?, to buffer: inout TextBuffer) {
        if let value { ValueText.writeClipped(value, to: &buffer) } else { buffer.write(literal: "(absent)") }
    }

    private func text(of difference: ValueDifference) -> String {
        ValueText.text(of: difference, old.tree, new.tree)
    }
}
