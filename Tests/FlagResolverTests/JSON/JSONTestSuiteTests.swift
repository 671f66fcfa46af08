import FlagResolver
import TestSupport
import Testing

/// P1: Nicolas Seriot's JSONTestSuite, if it is available.
struct JSONTestSuiteTests {
    static let folder = "conformance/JSONTestSuite/test_parsing"

    static func names(_ prefix: String) -> [String] {
        SharedMaterial.names(in: folder).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }
    }

    @Test(.needs(folder), arguments: names("y_"))
    func `every valid text is accepted, except for duplicate keys`(_ name: String) throws {
        let bytes = try SharedMaterial.bytes(JSONTestSuiteTests.folder + "/" + name)
        if name.hasPrefix("y_object_duplicated_key") {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONTree(parsing: bytes) }
            expectEqual(error?.code, "duplicate-key")
        } else {
            let tree = try JSONTree(parsing: bytes, sourceName: name)
            TreeInvariants.check(tree)
        }
    }

    @Test(.needs(folder), arguments: names("n_"))
    func `every invalid text is rejected, with a location inside of it`(_ name: String) throws {
        let bytes = try SharedMaterial.bytes(JSONTestSuiteTests.folder + "/" + name)
        let error = try #require(throws: JSONSyntaxError.self) { try JSONTree(parsing: bytes, sourceName: name) }
        TreeInvariants.check(error, in: bytes)
    }

    @Test(.needs(folder), arguments: names("i_"))
    func `a text on which parsers may differ never ends the process`(_ name: String) throws {
        let bytes = try SharedMaterial.bytes(JSONTestSuiteTests.folder + "/" + name)
        do throws(JSONSyntaxError) {
            let tree = try JSONTree(parsing: bytes, sourceName: name)
            TreeInvariants.check(tree)
        } catch {
            TreeInvariants.check(error, in: bytes)
        }
    }
}
