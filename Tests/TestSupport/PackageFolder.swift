/// Where this package is checked out, found from the place of this source file.
package enum PackageFolder {
    /// The absolute path of the folder that holds `Package.swift`, without a final slash.
    package static let path: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()
}
