import FlagResolver

/// The rules in a file: a JSON object with the keys and names, or public keys in PEM.
package enum TrustFile {
    private static let members = ["keys", "document", "environment", "threshold"]

    /// Reads a file.
    ///
    /// - Throws: What is wrong with it, at a range of its bytes.
    package static func rules(in bytes: [UInt8], named name: String) throws(TrustFileError) -> TrustRules {
        let first = bytes.first { !$0.isBlank }
        guard first == UInt8(ascii: "{") else {
            return TrustRules(keys: try keys(inPEM: String(decoding: bytes, as: UTF8.self), at: 0..<bytes.count))
        }
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: bytes, sourceName: name)
        } catch {
            // The message of the parser can have the text.
            throw TrustFileError(error.span, "the text is not JSON")
        }
        for (key, _) in tree.members(of: 0) {
            let found = tree.string(at: key) ?? ""
            guard !members.contains(found) else { continue }
            // A longer name may be a key.
            let name = found.utf8.count <= 16 ? "the member \(SettingProblem.quoted(found))" : "another member"
            throw TrustFileError(
                tree.nodes[key].span,
                "found \(name), expected \(members.map { "\"\($0)\"" }.joined(separator: ", "))"
            )
        }
        guard let list = tree.member(named: "keys", of: 0), tree.kind(of: list) == .array else {
            throw TrustFileError(tree.nodes[0].span, "\"keys\" is missing, expected a list of public keys in PEM")
        }
        var keys: [PublicKey] = []
        for node in tree.elements(of: list) {
            guard let text = tree.string(at: node) else {
                throw TrustFileError(
                    tree.nodes[node].span, "found \(tree.typeName(at: node)), expected a public key in PEM in a string")
            }
            keys += try self.keys(inPEM: text, at: tree.nodes[node].span)
        }
        guard !keys.isEmpty else {
            throw TrustFileError(tree.nodes[list].span, "there are no keys, expected one at least")
        }
        let threshold = try number("threshold", tree) ?? 1
        guard threshold >= 1, threshold <= Set(keys).count else {
            throw TrustFileError(
                tree.member(named: "threshold", of: 0).map { tree.nodes[$0].span } ?? tree.nodes[0].span,
                "\"threshold\" is \(threshold), expected a number from 1 to \(Set(keys).count), the number of keys")
        }
        let document = try text("document", tree)
        let environment = try text("environment", tree)
        guard let document else {
            guard let node = tree.member(named: "environment", of: 0) else {
                return TrustRules(keys: keys, threshold: threshold)
            }
            throw TrustFileError(
                tree.nodes[node].span, "found \"environment\" without \"document\", expected both, or only \"document\""
            )
        }
        return TrustRules(
            keys: keys, names: TrustRules.Names(document: document, environment: environment), threshold: threshold)
    }

    private static func keys(inPEM text: String, at span: Range<Int>) throws(TrustFileError) -> [PublicKey] {
        var keys: [PublicKey] = []
        for block in PEM.blocks(of: text) {
            do throws(KeyError) {
                keys.append(try PublicKey(pem: block))
            } catch {
                throw TrustFileError(span, error.description)
            }
        }
        return keys
    }

    private static func text(_ name: String, _ tree: JSONTree) throws(TrustFileError) -> String? {
        guard let node = tree.member(named: name, of: 0) else { return nil }
        guard let text = tree.string(at: node), !text.isEmpty else {
            throw TrustFileError(tree.nodes[node].span, "found \(tree.typeName(at: node)), expected a name in a string")
        }
        return text
    }

    private static func number(_ name: String, _ tree: JSONTree) throws(TrustFileError) -> Int? {
        guard let node = tree.member(named: name, of: 0) else { return nil }
        guard let number = tree[node].int else {
            throw TrustFileError(tree.nodes[node].span, "found \(tree.typeName(at: node)), expected a whole number")
        }
        return number
    }
}

/// What is wrong with a file of rules. Its text is not shown: somebody may have put a private key there.
package struct TrustFileError: Error, Hashable, Sendable {
    /// The bytes of the file that are wrong.
    package let span: Range<Int>
    package let message: String

    init(_ span: Range<Int>, _ message: String) {
        self.span = span
        self.message = message
    }
}
