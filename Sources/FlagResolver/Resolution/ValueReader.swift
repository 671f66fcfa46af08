#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads values of any `Decodable` type from the nodes of a document.
struct ValueReader: Sendable {
    /// Makes the decoder for values that are not read directly.
    let makeDecoder: @Sendable () -> JSONDecoder

    /// The value at a node, or what is wrong with it.
    func read<Value: Decodable>(
        _ type: Value.Type,
        at node: Int,
        of tree: JSONTree
    ) -> Result<Value, SettingProblem> {
        if let direct = type as? any DirectlyReadable.Type {
            guard let value = direct.read(node, of: tree) as? Value else {
                return .failure(.wrongType(found: tree.typeName(at: node), expected: "a value of type \(type)"))
            }
            return .success(value)
        }
        do {
            return .success(try makeDecoder().decode(type, from: Data(tree.text(of: node))))
        } catch {
            return .failure(SettingProblem(error, decoding: type))
        }
    }
}
