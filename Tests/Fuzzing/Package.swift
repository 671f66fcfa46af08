// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target, the same as those of the library.
let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .strictMemorySafety(),
    ] + (Context.environment["WARNINGS_AS_ERRORS"] == "1" ? [.treatAllWarnings(as: .error)] : [])

/// The program is compiled as a library: its `main` gets another name, and what is internal can be imported.
let program: [SwiftSetting] = [
    .unsafeFlags(["-enable-testing", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "flagctl_main"])
]

/// A fuzz target; libFuzzer brings `main`, so it builds only with `--sanitize=fuzzer`.
func fuzzTarget(_ name: String, _ libraries: Target.Dependency...) -> Target {
    .executableTarget(name: name, dependencies: ["FuzzSupport", "FlagResolver"] + libraries, swiftSettings: strict)
}

/// The libraries are links to those of the package around this one: compiled as parts of this package, they show what is
/// for the package only, such as the reader of policies.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "FlagResolver", swiftSettings: strict),
        .target(name: "FlagReaders", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(
            name: "FlagAnalysis", dependencies: ["FlagReaders", "FlagResolver", "FlagSigning"], swiftSettings: strict),
        .target(name: "FlagCode", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(name: "FlagReferences", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(name: "FlagImport", dependencies: ["FlagAnalysis", "FlagResolver"], swiftSettings: strict),
        .target(name: "TolerantDecoding", dependencies: ["FlagResolver"], swiftSettings: strict),
        .target(name: "ThreadCache"),
        .target(
            name: "FlagStore",
            dependencies: ["FlagResolver", "ThreadCache"],
            exclude: ["PrivacyInfo.xcprivacy"],
            swiftSettings: strict
        ),
        .target(name: "FlagServer", dependencies: ["FlagResolver", "FlagStore"], swiftSettings: strict),
        .target(name: "MicrohttpdLoader"),
        .target(name: "DigestLoader"),
        .target(
            name: "FlagServerMicrohttpd",
            dependencies: ["DigestLoader", "FlagServer", "FlagStore", "MicrohttpdLoader"],
            swiftSettings: strict),
        .target(name: "CurlLoader"),
        .target(name: "FlagStoreCurl", dependencies: ["CurlLoader", "FlagStore"], swiftSettings: strict),
        .target(
            name: "FlagPublishing", dependencies: ["FlagResolver", "FlagStore", "FlagStoreCurl"],
            swiftSettings: strict),
        .target(name: "SignatureLoader"),
        .target(name: "FlagSigning", dependencies: ["FlagResolver", "SignatureLoader"], swiftSettings: strict),
        .target(
            name: "FlagStoreTrust", dependencies: ["FlagResolver", "FlagSigning", "FlagStore"], swiftSettings: strict),
        .target(name: "ProcessSpawning", swiftSettings: strict),
        .target(
            name: "flagctl",
            dependencies: [
                "FlagAnalysis", "FlagCode", "FlagImport", "FlagPublishing", "FlagReaders", "FlagReferences",
                "FlagResolver", "FlagServer", "FlagServerMicrohttpd", "FlagSigning", "FlagStore", "FlagStoreCurl",
                "FlagStoreTrust",
                "ProcessSpawning",
            ],
            swiftSettings: strict + program
        ),
        .target(name: "FuzzSupport", dependencies: ["FlagResolver"], swiftSettings: strict),
        fuzzTarget("FuzzJSON"),
        fuzzTarget("FuzzVersion"),
        fuzzTarget("FuzzRequirement"),
        fuzzTarget("FuzzDocument"),
        fuzzTarget("FuzzTargeting"),
        fuzzTarget("FuzzPatch"),
        fuzzTarget("FuzzPolicy", "FlagAnalysis"),
        fuzzTarget("FuzzReleases", "FlagAnalysis"),
        fuzzTarget("FuzzEdit", "FlagAnalysis"),
        fuzzTarget("FuzzExpectations", "flagctl"),
        fuzzTarget("FuzzOperand", "flagctl"),
        fuzzTarget("FuzzCode", "FlagReferences"),
        fuzzTarget("FuzzDate", "TolerantDecoding"),
        fuzzTarget("FuzzHTTP", "FlagStore"),
        fuzzTarget("FuzzCache", "FlagStore"),
        fuzzTarget("FuzzRequest", "FlagServer"),
        fuzzTarget("FuzzSignature", "FlagSigning"),
    ],
    swiftLanguageModes: [.v6]
)
