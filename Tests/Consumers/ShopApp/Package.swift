// swift-tools-version: 6.2
import PackageDescription

/// An app whose code belongs to the main actor, as in the projects that Xcode 26 creates.
let package = Package(
    name: "ShopApp",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "version-flags", path: Context.environment["VERSION_FLAGS"] ?? "../../..")],
    targets: [
        .executableTarget(
            name: "ShopApp",
            dependencies: [
                .product(name: "FlagStore", package: "version-flags"),
                .product(name: "TolerantDecoding", package: "version-flags"),
            ],
            swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "FlagKeys", package: "version-flags")]
        )
    ]
)
