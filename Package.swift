// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: the strictest language mode.
///
/// Warnings are errors only with `WARNINGS_AS_ERRORS=1`. Compilers differ in their warnings, and
/// those of another compiler must not break a build.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ] + (Context.environment["WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// Settings of the tests.
///
/// On Linux, a debug build compiles each module of the tests at once, which takes two thirds of the time from scratch. With
/// `BY_FILE=1` it compiles them file by file, which is faster after a change of one file. No package depends on these targets, so they
/// may have such flags.
#if os(Linux)
    let test =
        strict
        + (Context.environment["BY_FILE"] == "1"
            ? []
            : [
                .unsafeFlags(
                    [
                        "-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo",
                        "-disable-batch-mode", "-Xfrontend", "-gline-tables-only",
                    ], .when(configuration: .debug))
            ])
#else
    let test = strict
#endif

/// The program of FlagKeysGenerator, if it is given: packages that use the plugin FlagKeys then do not compile it.
let givenGenerator = Context.environment["FLAG_KEYS_GENERATOR"]

/// The privacy manifest is a resource on Apple's platforms only. Elsewhere a resource would add a bundle, and full
/// Foundation with it, to every program that links the library.
#if canImport(Darwin)
    let privacyManifest: (resources: [Resource], excluded: [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
    let privacyManifest: (resources: [Resource], excluded: [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
    name: "version-flags",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .macCatalyst(.v16), .visionOS(.v1)],
    products: [
        .library(name: "FlagResolver", targets: ["FlagResolver"]),
        .library(name: "TolerantDecoding", targets: ["TolerantDecoding"]),
        .library(name: "FlagStore", targets: ["FlagStore"]),
        .library(name: "FlagStoreCurl", targets: ["FlagStoreCurl"]),
        .library(name: "FlagStoreURLSession", targets: ["FlagStoreURLSession"]),
        .library(name: "FlagStoreTrust", targets: ["FlagStoreTrust"]),
        .library(name: "FlagStoreTesting", targets: ["FlagStoreTesting"]),
        .plugin(name: "FlagKeys", targets: ["FlagKeys"]),
        .executable(name: "flagctl", targets: ["flagctl"]),
    ],
    targets: [
        .target(name: "FlagResolver", swiftSettings: strict),
        .target(name: "TolerantDecoding", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(
            name: "FlagStore",
            dependencies: ["FlagResolver", "ThreadCache"],
            exclude: privacyManifest.excluded,
            resources: privacyManifest.resources,
            swiftSettings: strict
        ),
        .target(name: "ThreadCache"),
        .target(name: "ProcessSpawning", swiftSettings: strict),
        .target(name: "CurlLoader"),
        .target(name: "FlagStoreCurl", dependencies: ["CurlLoader", "FlagStore"], swiftSettings: strict),
        .target(name: "FlagStoreURLSession", dependencies: ["FlagResolver", "FlagStore"], swiftSettings: strict),
        .target(
            name: "FlagStoreTrust", dependencies: ["FlagResolver", "FlagSigning", "FlagStore"], swiftSettings: strict),
        .target(
            name: "FlagStoreTesting",
            dependencies: ["FlagReaders", "FlagResolver", "FlagSigning", "FlagStore", "FlagStoreTrust"],
            swiftSettings: strict),
        .target(name: "FlagServer", dependencies: ["FlagResolver", "FlagStore"], swiftSettings: strict),
        .target(name: "DigestLoader"),
        .target(name: "MicrohttpdLoader"),
        .target(
            name: "FlagServerMicrohttpd",
            dependencies: ["DigestLoader", "FlagServer", "FlagStore", "MicrohttpdLoader"],
            swiftSettings: strict),
        .target(
            name: "FlagPublishing", dependencies: ["FlagResolver", "FlagStore", "FlagStoreCurl"],
            swiftSettings: strict),
        .target(name: "SignatureLoader"),
        .target(
            name: "FlagSigning",
            dependencies: [
                "FlagResolver",
                // Apple's platforms have CryptoKit.
                .target(name: "SignatureLoader", condition: .when(platforms: [.linux, .android])),
            ],
            swiftSettings: strict),
        .target(name: "FlagReaders", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(
            name: "FlagAnalysis", dependencies: ["FlagReaders", "FlagResolver", "FlagSigning"], swiftSettings: strict),
        .target(name: "FlagImport", dependencies: ["FlagAnalysis", "FlagResolver"], swiftSettings: strict),
        .target(name: "FlagCode", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(name: "FlagReferences", dependencies: ["FlagResolver"], swiftSettings: strict),
        // The tool of the plugin, which packages that use the plugin compile; it is not a product.
        .executableTarget(
            name: "FlagKeysGenerator", dependencies: ["FlagCode", "FlagResolver"], swiftSettings: strict),
        .plugin(
            name: "FlagKeys", capability: .buildTool(),
            dependencies: givenGenerator == nil ? ["FlagKeysGenerator"] : [], path: "Sources/FlagKeys"),
        // An example app, which tests kill and deprive of disk and network; it is not a product.
        .executableTarget(
            name: "ExampleApp", dependencies: ["FlagStore", "FlagStoreCurl"], swiftSettings: strict
        ),
        .executableTarget(
            name: "flagctl",
            dependencies: [
                "FlagAnalysis", "FlagCode", "FlagImport", "FlagPublishing", "FlagReaders", "FlagReferences",
                "FlagResolver", "FlagServer", "FlagServerMicrohttpd", "FlagSigning", "FlagStore", "FlagStoreCurl",
                "FlagStoreTrust", "ProcessSpawning",
            ],
            swiftSettings: strict
        ),

        .target(name: "TestDefaults", path: "Tests/TestDefaults"),
        .target(
            name: "TestSupport", dependencies: ["FlagResolver", "FlagStore", "ProcessSpawning", "TestDefaults"],
            path: "Tests/TestSupport", swiftSettings: test),
        .testTarget(name: "FlagResolverTests", dependencies: ["FlagResolver", "TestSupport"], swiftSettings: test),
        .testTarget(
            name: "TolerantDecodingTests",
            dependencies: ["FlagResolver", "TestSupport", "TolerantDecoding"],
            swiftSettings: test
        ),
        .testTarget(
            name: "FlagAnalysisTests",
            dependencies: ["FlagAnalysis", "FlagReaders", "FlagResolver", "TestSupport"],
            swiftSettings: test
        ),
        .testTarget(
            name: "FlagCodeTests", dependencies: ["FlagCode", "FlagResolver", "TestSupport"], swiftSettings: test
        ),
        .testTarget(
            name: "FlagSigningTests", dependencies: ["FlagSigning", "FlagResolver", "TestSupport"],
            swiftSettings: test),
        .testTarget(
            name: "FlagImportTests", dependencies: ["FlagAnalysis", "FlagImport", "FlagResolver", "TestSupport"],
            exclude: ["Samples"], swiftSettings: test),
        .testTarget(
            name: "FlagReferencesTests", dependencies: ["FlagReferences", "TestSupport"], swiftSettings: test),
        .testTarget(
            name: "FlagctlTests",
            dependencies: [
                "flagctl", "FlagAnalysis", "FlagCode", "FlagImport", "FlagReaders", "FlagResolver",
                "FlagServerMicrohttpd", "FlagSigning", "FlagStoreCurl", "TestSupport",
            ],
            exclude: ["Snapshots"],
            swiftSettings: test
        ),
        .testTarget(
            name: "FlagStoreTests",
            dependencies: [
                "FlagReaders", "FlagResolver", "FlagStore", "FlagStoreTesting", "FlagStoreTrust", "TestSupport",
                "ThreadCache", "TolerantDecoding",
            ],
            swiftSettings: test
        ),
        .testTarget(
            name: "FlagServerTests", dependencies: ["FlagResolver", "FlagServer", "TestSupport"], swiftSettings: test),
        .testTarget(
            name: "FlagPublishingTests",
            dependencies: ["FlagPublishing", "FlagResolver", "FlagStore", "FlagStoreCurl", "TestSupport"],
            swiftSettings: test),
        .testTarget(
            name: "ProcessSpawningTests", dependencies: ["ProcessSpawning", "TestSupport"], swiftSettings: test),
        .testTarget(
            name: "FlagStoreTransportTests",
            dependencies: [
                "ExampleApp", "FlagResolver", "FlagStore", "FlagStoreCurl", "FlagStoreTesting", "FlagStoreURLSession",
                "TestSupport",
            ],
            swiftSettings: test
        ),
    ],
    swiftLanguageModes: [.v6]
)
