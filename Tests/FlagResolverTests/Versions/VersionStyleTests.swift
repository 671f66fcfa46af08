import FlagResolver
import TestSupport
import Testing

struct VersionStyleTests {
    @Test(
        arguments: [
            ("52920000", "52920000", "52920000.0", "52920000.0.0"), ("0", "0", "0.0", "0.0.0"),
            ("1.4", "1.4", "1.4", "1.4.0"), ("1.4.0", "1.4", "1.4", "1.4.0"), ("1.4.2", "1.4.2", "1.4.2", "1.4.2"),
            ("1.0.2", "1.0.2", "1.0.2", "1.0.2"), ("1.0.0.1", "1.0.0.1", "1.0.0.1", "1.0.0.1"),
            ("2-rc.1+532", "2-rc.1+532", "2.0-rc.1+532", "2.0.0-rc.1+532"),
            // Components that no machine word holds.
            ("99999999999999999999", "99999999999999999999", "99999999999999999999.0", "99999999999999999999.0.0"),
            ("1.99999999999999999999", "1.99999999999999999999", "1.99999999999999999999", "1.99999999999999999999.0"),
        ] as [(AppVersion, String, String, String)])
    func `a version prints with at least the components of the style`(
        _ version: AppVersion, _ one: String, _ two: String, _ three: String
    ) {
        expectEqual(VersionStyle(componentCount: 1).apply { version.description }, one)
        expectEqual(VersionStyle(componentCount: 2).apply { version.description }, two)
        expectEqual(VersionStyle.standard.apply { version.description }, three)
        expectEqual(version.description, three)
    }

    @Test func `a set prints in the style of the task, and the style ends with the closure`() {
        let set: VersionSet? = try? VersionSet(parsing: "^52920000 || 5")
        let text = VersionStyle(componentCount: 1).apply { set?.description }
        expectEqual(text, "5 || >=52920000 <52920001-0")
        expectEqual(set?.description, "5.0.0 || >=52920000.0.0 <52920001.0.0-0")
        let nested = VersionStyle(componentCount: 1).apply {
            VersionStyle(componentCount: 2).apply { AppVersion("7").description }
        }
        expectEqual(nested, "7.0")
        expectEqual(VersionStyle(componentCount: -1), VersionStyle(componentCount: 1))
        expectEqual(VersionStyle(componentCount: 4), .standard)
    }

    @Test func `in every style a set parses back to the same set`() throws {
        let texts = ["^0", "~1", "1.x", "!=3", "<=2 || >4.1", ">=1-rc.1 <2-0", "*", "<0-0", "1 || 3 || 5.0.0.1"]
        for text in texts {
            let set = try VersionSet(parsing: text)
            for count in 1...4 {
                let printed = VersionStyle(componentCount: count).apply { set.description }
                try expectEqual(VersionSet(parsing: printed), set, "\(text) as \(printed)")
            }
        }
    }

    @Test(arguments: ["1.9.0", "v1.9", "01.9", "2-rc.1+532", "1.9.0.0", " 52920000.0 ", "99999999999999999999.0"])
    func `a version of a list prints as it is written there, in every style`(text: String) throws {
        let version = try AppVersion(keepingSpellingOf: text)
        let written = text.filter { $0 != " " }
        for count in 1...3 {
            expectEqual(VersionStyle(componentCount: count).apply { "\(version)" }, written)
        }
        let plain = try AppVersion(parsing: text)
        expectEqual(version, plain)
        expectEqual(version.hashValue, plain.hashValue)
        expect(!(version < plain) && !(plain < version))
        expectEqual(version.withoutSpelling.description, plain.description)
        expectEqual(version.buildMetadata, plain.buildMetadata)
        expectEqual(version.prerelease, plain.prerelease)
        // A set has one text, whatever it was made of.
        expectEqual(VersionSet(version).description, VersionSet(plain).description)
        #expect(throws: VersionSyntaxError.self) { try AppVersion(keepingSpellingOf: "\(written)x y") }
    }

    @Test func `a style can name releases, which then print as they are spelled in sets, too`() throws {
        let releases =
            try ["1.9.0", "v2.0"].map { try AppVersion(keepingSpellingOf: $0) } + [
                AppVersion(keepingSpellingOf: "3.0.0")
            ]
        let style = VersionStyle(componentCount: 2).naming(releases)
        let set = try VersionSet(parsing: "<1.9 || >1.9 <2 || >2 <=2.5 || 3 || >=4 <5 || 1.9.0")
        expectEqual(style.apply { set.description }, "<=2.5 !=v2.0 || 3.0.0 || >=4.0 <5.0")
        let points = try VersionSet(parsing: "1.9 || 2 || 3 || >=4 <5")
        expectEqual(style.apply { points.description }, "1.9.0 || v2.0 || 3.0.0 || >=4.0 <5.0")
        expectEqual(VersionStyle(componentCount: 2).apply { points.description }, "1.9 || 2.0 || 3.0 || >=4.0 <5.0")
        let interval = try #require(points.intervals.first)
        expectEqual(style.apply { interval.namedVersion?.description }, "1.9.0")
        expectEqual(style.naming([]), VersionStyle(componentCount: 2))
    }
}
