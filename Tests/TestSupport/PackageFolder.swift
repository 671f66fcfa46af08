/// The folder of the package, derived from the path of this source file.
package enum PackageFolder {
    /// The absolute path of the folder with `Package.swift`, without a trailing slash.
    package static let path: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()
}
