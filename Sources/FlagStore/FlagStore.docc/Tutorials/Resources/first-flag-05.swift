// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Shop",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [
        .package(url: "https://github.com/OWNER/version-flags", branch: "main")
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [.product(name: "FlagStore", package: "version-flags")],
            resources: [.embedInCode("Flags.json")],
            plugins: [.plugin(name: "FlagKeys", package: "version-flags")]
        )
    ]
)
