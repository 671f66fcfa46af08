import Foundation

/// The program that generates the keys of one document.
///
/// It is compiled from FlagKeysGenerator, unless the environment gives a program that was compiled before: the manifest of
/// this package reads the same variable.
struct Generator {
    private static let variable = "FLAG_KEYS_GENERATOR"

    let program: URL

    /// What the commands depend on. The build system itself knows what it has compiled.
    let inputs: [URL]

    /// - Parameter compiled: The program that the build system compiles.
    /// - Throws: If the environment names something else than a program.
    init(compiled: () throws -> URL) throws {
        guard let path = ProcessInfo.processInfo.environment[Self.variable] else {
            program = try compiled()
            inputs = []
            return
        }
        guard FileManager.default.isExecutableFile(atPath: path) else { throw Failure(path: path) }
        program = URL(filePath: path)
        inputs = [program]
    }

    private struct Failure: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "the environment variable \(Generator.variable) is \"\(path)\", expected the path of the program FlagKeysGenerator"
        }
    }
}
