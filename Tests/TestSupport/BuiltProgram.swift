#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Programs that are built beside the tests.
package enum BuiltProgram {
    /// The path of a program; its name alone if it is not there.
    package static func path(of name: String) -> String {
        var place = CommandLine.arguments.first ?? ""
        #if os(Linux)
            place = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? place
        #endif
        var folder = place.split(separator: "/", omittingEmptySubsequences: false)
        // On macOS the tests are a bundle some folders below the products.
        while !folder.isEmpty {
            folder.removeLast()
            let candidate = folder.joined(separator: "/") + "/\(name)"
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        }
        return name
    }
}
