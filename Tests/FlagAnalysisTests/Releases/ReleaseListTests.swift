import FlagAnalysis
import FlagResolver
import TestSupport
import Testing

struct ReleaseListTests {
    private func list(_ text: String) throws -> ReleaseList { try ReleaseList(parsing: Array(text.utf8)) }

    @Test func `a list is read line by line and sorted`() throws {
        let list = try list(
            "# releases\n2.0.0 40%\r\n\n  1.4.2\t12.5 %  # the old one\n2.1.0-rc.1 planned\n1.4.0 0\n2.1.0    planned")
        expectEqual(list.releases.map { "\($0.version)" }, ["1.4.0", "1.4.2", "2.0.0", "2.1.0-rc.1", "2.1.0"])
        expectEqual(list.releases.map { $0.share.map { "\($0)" } }, ["0", "12.5", "40", nil, nil])
        expectEqual(list.releases.map(\.line), [6, 4, 2, 5, 7])
        expectEqual(list.shipped.map { "\($0.version)" }, ["1.4.0", "1.4.2", "2.0.0"])
        expectEqual(list.newest, "2.0.0")
    }

    @Test func `a list is queried by version, by interval and by set`() throws {
        let list = try list("1.0\n2.0\n3.0 planned")
        expect(list.contains("2.0.0"))
        expect(!list.contains("2.0.0-rc.1"))
        expectEqual(
            list.releases(in: try VersionSet(parsing: "1.x || >=3")).map { "\($0.version)" }, ["1.0", "3.0"])
        expectEqual(list.releases(in: VersionSet.all).count, 3)
        expectEqual(list.neighbours(of: .before("2.0.0")).below, "1.0.0")
        expectEqual(list.neighbours(of: .before("2.0.0")).above, "2.0.0")
        expectNil(list.neighbours(of: .highest).above)
    }

    @Test(
        arguments: [
            ("", "1: no release is listed"), ("# nothing\n", "1: no release is listed"),
            ("1.0\nlatest\n", "2: \"latest\" is not a version"), ("1.0 12,5%", "1: found \"12,5%\", expected a share"),
            ("1.0 101%", "1: found \"101%\", expected a share"), ("1.0 %", "1: found \"%\", expected a line"),
            ("1.0 shipped", "1: found \"shipped\", expected a line"),
            ("1.0 planned 5%", "1: found \"5%\", expected a line"),
            ("1.0 5% planned", "1: 1.0 is planned"), ("1.0\n2.0\nv1.0.0\n", "3: v1.0.0 is listed already, in line 1"),
            ("1.0 60%\n2.0 60%", "1: the shares of installs are 120 % together"), ("1.0 1.%", "1: found \"1.%\""),
            ("1.0 5% %", "1: found \"%\", expected a line"), ("1.0 -5%", "1: found \"-5%\", expected a line"),
            ("1.0 nan", "1: found \"nan\", expected a line"),
        ] as [(String, String)])
    func `a list that cannot be read is rejected with line and reason`(_ text: String, _ expected: String) {
        do throws(ReleaseListError) {
            _ = try ReleaseList(parsing: Array(text.utf8))
            Issue.record("it was read")
        } catch {
            let first = error.mistakes.first.map { "\($0.line): \($0.problem.message)" } ?? ""
            expect(first.hasPrefix(expected), "\(first)")
        }
    }

    @Test func `all mistakes in a list are reported`() {
        #expect(throws: ReleaseListError.self) { try list("a\nb\n1.0") }
        do throws(ReleaseListError) {
            _ = try ReleaseList(parsing: Array("a\n1.0\nb 5%\n1.0".utf8))
        } catch {
            expectEqual(error.mistakes.map(\.line), [1, 3, 4])
        }
    }
}
