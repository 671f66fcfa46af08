#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decodes values of any `Decodable` type that is not a ``ScalarType`` from the nodes of a document.
///
/// A value may contain a ``PropertySetting``, which is resolved for the context.
package struct ValueReader: Sendable {
    let context: EvaluationContext

    /// Makes the decoder.
    let makeDecoder: @Sendable () -> JSONDecoder

    package init(context: EvaluationContext, makeDecoder: @escaping @Sendable () -> JSONDecoder) {
        self.context = context
        self.makeDecoder = makeDecoder
    }

    /// The value at a node, or the reason why there is none.
    package func read<Value: Decodable>(
        _ type: Value.Type,
        at node: Int,
        of tree: JSONTree
    ) -> Result<Value, SettingProblem> {
        let decoder = makeDecoder()
        decoder.setContext(context)
        do {
            let result = try decoder.decode(DecodedValue<Value>.self, from: Data(tree.text(of: node))).result
            // An optional Double is as exact as a Double, which needs no decoder.
            if case .success(let value) = result, value is Double, tree.double(at: node) == nil {
                return .failure(.numberDoesNotFit(type))
            }
            return result
        } catch {
            return .failure(SettingProblem(error, decoding: type))
        }
    }
}

/// A value, or why there is none. It catches errors inside the decoder: for a top-level value, `JSONDecoder` would
/// replace errors about numbers.
private struct DecodedValue<Value: Decodable>: Decodable {
    let result: Result<Value, SettingProblem>

    init(from decoder: any Decoder) {
        do {
            let container = try decoder.singleValueContainer()
            let value = try container.decode(Value.self)
            let isExact = container.isExact(value) && !container.isRoundedInteger(value)
            result = isExact ? .success(value) : .failure(.numberDoesNotFit(Value.self))
        } catch {
            result = .failure(SettingProblem(error, decoding: Value.self))
        }
    }
}

extension SingleValueDecodingContainer {
    /// Whether a `Float` was read from an integer that no `Float` equals; such an integer is no `Double` either.
    fileprivate func isRoundedInteger<Value>(_ value: Value) -> Bool {
        guard let float = value as? Float else { return false }
        if let integer = try? decode(Int64.self) { return Float(exactly: integer) != float }
        guard let double = try? decode(Double.self), double == double.rounded() else { return false }
        return Double(float) != double
    }
}

/// A type whose values are read straight from the bytes of a document, without a decoder.
///
/// The kind of the node is passed separately: the settings keep it beside the node's index, so that most reads never
/// touch the tree.
protocol DirectlyReadable: Sendable {
    /// The value at a node of the given kind; `nil` if the JSON there has another type.
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Self?
}

extension Bool: DirectlyReadable {
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Bool? {
        kind.isBool ? kind == .true : nil
    }
}

extension Int: DirectlyReadable {
    /// An integral number, however it is written, that fits.
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Int? {
        kind == .number ? tree.int(at: node) : nil
    }
}

extension Double: DirectlyReadable {
    /// The nearest `Double`; `nil` for an integer that no `Double` equals.
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> Double? {
        kind == .number ? tree.double(at: node) : nil
    }
}

extension String: DirectlyReadable {
    static func read(_ node: Int, _ kind: JSONKind, of tree: borrowing JSONTree) -> String? {
        kind == .string ? tree.string(at: node) : nil
    }
}
