extension JSONTree {
    package func text(of: Int) -> [UInt8] { Array(bytes[nodes[of].span]) }
    package func merging(_ p: JSONTree) throws(JSONSyntaxError) -> JSONTree { self }
}
package struct JSONWriter {
    package init() {}
    package var text: String { "" }
    package mutating func string(_ s: String) {}
}
