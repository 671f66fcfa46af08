// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
]

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "version-flags", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "BenchmarkKeys",
                "BenchmarkProcesses",
                .product(name: "FlagResolver", package: "version-flags"),
                .product(name: "FlagStore", package: "version-flags"),
                .product(name: "TolerantDecoding", package: "version-flags"),
            ],
            swiftSettings: settings
        ),
        // A link to the sources of ProcessSpawning, which is not a product.
        .target(name: "BenchmarkProcesses", swiftSettings: settings),
        // Apps often declare their keys in another module than the one that reads them.
        .target(
            name: "BenchmarkKeys",
            dependencies: [.product(name: "FlagStore", package: "version-flags")],
            swiftSettings: settings
        ),
        // A program of its own, since the full Foundation that it measures would spoil the figures of the others.
        .executableTarget(
            name: "DateFormatters",
            dependencies: [.product(name: "TolerantDecoding", package: "version-flags")],
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
