import FlagCode
import FlagResolver

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The tool of the plugin FlagKeys: writes the keys of one document to a Swift file.
///
///     FlagKeysGenerator DOCUMENT OUTPUT [OPTIONS]
///
/// OPTIONS is a file with ``KeyOptions``.
///
/// It is a separate program, so that packages that use the plugin compile no more than it needs. Errors have the form
/// that Xcode and SwiftPM show at the line: `path:line:column: error: message`.
@main
enum FlagKeysGenerator {
    static func main() {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count) else {
            fail("error: usage: FlagKeysGenerator DOCUMENT OUTPUT [OPTIONS]")
        }
        let (path, output) = (arguments[1], arguments[2])
        let fileName = URL(filePath: path).lastPathComponent
        guard let bytes = FileManager.default.contents(atPath: path) else {
            fail("\(path): error: the file cannot be read")
        }
        let options = arguments.count == 4 ? options(at: arguments[3]) : KeyOptions()
        guard let namespace = options.namespace ?? SwiftIdentifier(namespaceForFile: fileName) else {
            fail("\(path): error: the name of the file has no letter or digit to name the keys after; rename it")
        }
        let text = source(
            of: Array(bytes), path: path, fileName: fileName, namespace: namespace, access: options.access)
        write(text, to: output)
    }

    private static func options(at path: String) -> KeyOptions {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            fail("\(path): error: the file cannot be read")
        }
        do throws(KeyOptions.Problem) {
            return try KeyOptions(parsing: Array(bytes))
        } catch {
            fail("\(path):\(error.location.line):\(error.location.column): error: \(error.message)")
        }
    }

    private static func source(
        of bytes: [UInt8], path: String, fileName: String, namespace: SwiftIdentifier, access: SwiftAccess
    ) -> String {
        let document: SettingsDocument
        do throws(DocumentError) {
            document = try SettingsDocument(parsing: bytes)
        } catch {
            fail("\(path):\(error.location.line):\(error.location.column): error: \(error.message)")
        }
        var problems: [CodeProblem] = []
        let source = SwiftSource(
            of: document, fileName: fileName, namespace: namespace, access: access, problems: &problems)
        guard problems.isEmpty else {
            let lines = problems.flatMap { $0.lines(path: path, in: document.tree) }
            fail(lines.joined(separator: "\n"))
        }
        return source.text
    }

    /// Writes the file only if its content changes, so that the target is not recompiled needlessly.
    private static func write(_ text: String, to path: String) {
        let content = Data(text.utf8)
        guard FileManager.default.contents(atPath: path) != content else { return }
        do {
            try content.write(to: URL(filePath: path), options: .atomic)
        } catch {
            fail("\(path): error: the file cannot be written: \(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        Process.fail()
    }
}

extension CodeProblem {
    /// The problem with its location, and the other location that is involved.
    fileprivate func lines(path: String, in tree: JSONTree) -> [String] {
        let codeText = code.map { " [\($0)]" } ?? ""
        let note = related.map { "\(Self.place($0.span, path, tree)): note: \($0.note)" }
        return ["\(Self.place(span, path, tree)): error: \(message); \(help)\(codeText)"] + [note].compactMap { $0 }
    }

    private static func place(_ span: Range<Int>, _ path: String, _ tree: JSONTree) -> String {
        let location = tree.location(at: span.lowerBound).location
        return "\(path):\(location.line):\(location.column)"
    }
}
