package import FlagResolver

/// The options of the plugin for the keys of a document, in a file beside it.
///
/// ```json
/// { "access": "public", "namespace": "ShopFlags" }
/// ```
///
/// Both members may be missing. A member whose name begins with `$`, such as `$comment`, is ignored.
package struct KeyOptions: Sendable {
    /// The access level of the declarations.
    package private(set) var access = SwiftAccess.internal

    /// The enum that contains the settings; `nil` to name it after the document.
    package private(set) var namespace: SwiftIdentifier?

    /// What is wrong with the options, and where.
    package struct Problem: Error, Sendable {
        package let message: String
        package let location: SourceLocation
    }

    private static let names = ["access", "namespace"]

    package init() {}

    package init(parsing json: [UInt8]) throws(Problem) {
        let tree: JSONTree
        do throws(JSONSyntaxError) {
            tree = try JSONTree(parsing: json, limits: DocumentLimits.standard.json)
        } catch {
            throw Problem(message: error.message, location: error.location)
        }
        guard tree.root.kind == .object else {
            throw Self.problem("the options are \(tree.typeName(at: 0)), expected an object", at: tree.root)
        }
        for (key, value) in tree.root.members {
            let name = key.string ?? ""
            switch name {
            case "access": access = try Self.access(value)
            case "namespace": namespace = try Self.namespace(value)
            default:
                guard !name.starts(withBytesOf: "$") else { continue }
                let help =
                    Spelling.nearest(to: name, in: Self.names).map { Spelling.didYouMean(SettingProblem.quoted($0)) }
                    ?? #"the options are "access" and "namespace""#
                throw Self.problem("unknown option \(SettingProblem.quotedExcerpt(name)); \(help)", at: key)
            }
        }
    }

    private static func access(_ value: JSONValue) throws(Problem) -> SwiftAccess {
        guard let access = value.string.flatMap(SwiftAccess.init(rawValue:)) else {
            throw problem(
                #"the access level is \#(found(value)), expected "internal", "package" or "public""#, at: value)
        }
        return access
    }

    private static func namespace(_ value: JSONValue) throws(Problem) -> SwiftIdentifier {
        guard let namespace = value.string.flatMap(SwiftIdentifier.init(namespace:)) else {
            throw problem(
                "the namespace is \(found(value)), expected the name of a Swift type that generated code does not use",
                at: value)
        }
        return namespace
    }

    private static func found(_ value: JSONValue) -> String {
        value.string.map { SettingProblem.quotedExcerpt($0) } ?? value.tree.typeName(at: value.node)
    }

    private static func problem(_ message: String, at value: JSONValue) -> Problem {
        Problem(message: message, location: value.location.location)
    }
}
