#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Decodes values of any `Decodable` type that is not a ``ScalarType`` from the nodes of a document.
///
/// Numbers follow the rule of ``NumberType``, wherever they are in the value. A value may contain a ``PropertySetting``,
/// which is resolved for the context.
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
            return .success(try decoder.decodeExactly(DecodingResult<Value>.self, at: node, of: tree).result.get())
        } catch {
            return .failure(SettingProblem(error, decoding: type))
        }
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
