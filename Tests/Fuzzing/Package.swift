// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target, the same as those of the library.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// A fuzz target; libFuzzer brings `main`, so it builds only with `--sanitize=fuzzer`.
func fuzzTarget(_ name: String) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["FuzzSupport", .product(name: "FlagResolver", package: "version-flags")],
        swiftSettings: strict
    )
}

let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "version-flags", path: "../..")],
    targets: [
        .target(
            name: "FuzzSupport",
            dependencies: [.product(name: "FlagResolver", package: "version-flags")],
            swiftSettings: strict
        ),
        fuzzTarget("FuzzJSON"),
        fuzzTarget("FuzzVersion"),
        fuzzTarget("FuzzRequirement"),
        fuzzTarget("FuzzDocument"),
    ],
    swiftLanguageModes: [.v6]
)
