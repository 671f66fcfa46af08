// swift-tools-version: 6.2
import PackageDescription

// The store and those of its tests that use it from several threads, so that .ci/run does not build everything a second time for the
// Thread Sanitizer. Settings as in the package itself; .ci/endure runs all tests under it.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    // This takes less time from scratch.
    .unsafeFlags([
        "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo", "-disable-batch-mode",
    ]),
]

let package = Package(
    name: "thread-sanitizer",
    targets: [
        .target(name: "FlagResolver", swiftSettings: settings),
        .target(name: "ThreadCache"),
        .target(name: "ProcessSpawning", swiftSettings: settings),
        .target(
            name: "FlagStore", dependencies: ["FlagResolver", "ThreadCache"],
            exclude: ["PrivacyInfo.xcprivacy"], swiftSettings: settings),
        .target(name: "FlagReaders", dependencies: ["FlagResolver"], swiftSettings: settings),
        .target(name: "SignatureLoader"),
        .target(name: "FlagSigning", dependencies: ["FlagResolver", "SignatureLoader"], swiftSettings: settings),
        .target(
            name: "FlagStoreTrust", dependencies: ["FlagResolver", "FlagSigning", "FlagStore"], swiftSettings: settings),
        .target(
            name: "FlagStoreTesting",
            dependencies: ["FlagReaders", "FlagResolver", "FlagSigning", "FlagStore", "FlagStoreTrust"],
            swiftSettings: settings),
        .target(name: "TestDefaults", path: "Tests/TestDefaults"),
        .target(
            name: "TestSupport", dependencies: ["FlagResolver", "FlagStore", "ProcessSpawning", "TestDefaults"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        .testTarget(
            name: "FlagStoreTests",
            dependencies: ["FlagResolver", "FlagStore", "FlagStoreTesting", "TestSupport", "ThreadCache"],
            sources: [
                "Diagnostics/DiagnosticLogTests.swift", "Keys", "Platform/ThreadCacheTests.swift",
                "Platform/ThreadCopiesTests.swift",
                "Store/ConcurrencyTests.swift", "Store/ContextTests.swift", "Store/PatchLimitTests.swift",
                "Store/ReadObserverTests.swift", "Store/ReadingOnThreadsTests.swift", "Support",
            ],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
