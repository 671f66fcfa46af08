import TestSupport

/// Folders of the package that tests read from.
enum PackagePath {
    static let configs = PackageFolder.path + "/Configs/"
}
