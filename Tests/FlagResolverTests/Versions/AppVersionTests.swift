import FlagResolver
import TestSupport
import Testing

struct AppVersionOrderTests {
    @Test func `the order is total: any two versions of an ascending list compare as their indices do`() throws {
        let versions = try VersionSamples.ascendingVersions()
        for (leftIndex, left) in versions.enumerated() {
            for (rightIndex, right) in versions.enumerated() {
                expectEqual((left < right), leftIndex < rightIndex, "\(left) < \(right)")
                expectEqual((left == right), leftIndex == rightIndex, "\(left) == \(right)")
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the order agrees with a slow comparison of digit strings`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<2_000 {
            let left = VersionSamples.version(using: &random)
            let right = VersionSamples.version(using: &random)
            let expected = NaiveVersion.compare(NaiveVersion(left), NaiveVersion(right))
            let parsedLeft = try AppVersion(parsing: left)
            let parsedRight = try AppVersion(parsing: right)
            expectEqual((parsedLeft < parsedRight), expected < 0, "\(left) < \(right), seed \(seed)")
            expectEqual((parsedLeft == parsedRight), expected == 0, "\(left) == \(right), seed \(seed)")
            if expected == 0 { expectEqual(parsedLeft.hashValue, parsedRight.hashValue, "\(left), \(right)") }
        }
    }

    @Test(arguments: [
        ["1.2", "1.2.0", "1.2.0.0", "1.2.0.0.0.0", "v1.2", "V1.2", " 1.2 ", "\t1.2\r\n", "01.002", "1.2+532"],
        ["0", "0.0", "0.0.0.0.0", "v0", "00", "0+0"],
        ["1.2.3.4.5", "1.2.3.4.5.0", "1.2.3.4.05", "1.2.3.4.5+a"],
        ["99999999999999999999", "v99999999999999999999.0", "0099999999999999999999.0.0.0.0+b"],
        ["2-rc.1", "2.0-rc.1", "2.0.0.0.0-rc.1+7"], ["1-0", "1.0.0-0+b"],
        ["21.02.3", "21.2.3"], ["1.4294967295", "1.04294967295.0"],
    ])
    func `different spellings of the same numbers are the same version`(texts: [String]) throws {
        let versions = try texts.map { try AppVersion(parsing: $0) }
        expectEqual(Set(versions).count, 1)
        expectEqual(Set(versions.map { VersionCut.before($0) }).count, 1)
        expectEqual(Set(versions.map { VersionCut.after($0) }).count, 1)
    }

    @Test func `a component can have a million digits`() throws {
        let nines = String(repeating: "9", count: 1_000_000)
        let long = try AppVersion(parsing: "1.\(nines)")
        let longer = try AppVersion(parsing: "1.1\(nines)")
        expect(long < longer)
        try expect(VersionSet(parsing: "^1.\(nines)").contains(longer))
        try expect(!VersionSet(parsing: "~1.\(nines)").contains(longer))
        try expect(VersionSet(parsing: "1.\(nines).x").contains(long))
    }

    @Test func `a version can have a million components`() throws {
        let ones = try AppVersion(parsing: String(repeating: "1.", count: 1_000_000) + "1")
        let zeros = try AppVersion(parsing: "1" + String(repeating: ".0", count: 1_000_000))
        expect(ones > "1.1")
        expectEqual(zeros, "1.0.0")
    }
}

struct AppVersionTextTests {
    @Test(arguments: [
        ("1", "1.0.0"), ("v1.4", "1.4.0"), ("1.4.0.0.0", "1.4.0"), ("1.2.3.4", "1.2.3.4"),
        ("01.2.3.0-rc.1+532", "1.2.3-rc.1+532"), ("1.0-0", "1.0.0-0"), ("1-0+b", "1.0.0-0+b"), ("1+01", "1.0.0+01"),
        ("0020240131235959", "20240131235959.0.0"), ("1.20240131235959", "1.20240131235959.0"),
        ("1.2.3.4.5.0-a", "1.2.3.4.5-a"), ("1.4294967295", "1.4294967295.0"), ("0.0.0.0.0.1", "0.0.0.0.0.1"),
    ])
    func `the text has at least three components and keeps the pre-release and the build metadata`(
        text: String, expected: String
    ) throws {
        try expectEqual(AppVersion(parsing: text).description, expected)
    }

    @Test(arguments: VersionSamples.ascending)
    func `the text parses back to the same version`(text: String) throws {
        let version = try AppVersion(parsing: text)
        expectEqual(AppVersion(version.description), version)
        expectEqual(AppVersion(version.description)?.description, version.description)
    }

    @Test func `the pre-release and the build metadata are separate`() {
        let version: AppVersion = "2.0.0-rc.1+build.01"
        expect(version.isPrerelease)
        expectEqual(version.prerelease, "rc.1")
        expectEqual(version.buildMetadata, "build.01")
        let release: AppVersion = "2.0.0.0.1"
        expect(!release.isPrerelease)
        expectNil(release.prerelease)
        expectNil(release.buildMetadata)
    }

    @Test func `a substring parses as a string does`() throws {
        try expectEqual(AppVersion(parsing: "x1.4.0y".dropFirst().dropLast()), "1.4.0")
    }

    // Exit tests are not available elsewhere.
    #if os(macOS) || os(Linux)
        @Test func `a literal that is not a version stops the program`() async {
            await #expect(processExitsWith: .failure) {
                let version: AppVersion = "1.4.0 (532)"
                print(version)
            }
        }
    #endif
}
