import TestSupport
import Testing

/// The documents of `Docs/ReleaseChecks.md`: on each the check speaks up that would have prevented the mistake.
@Suite(.blocking)
struct ReleaseCheckCasesTests {
    struct Case: CustomTestStringConvertible {
        let folder: String
        let arguments: [String]
        let status: Int32
        let says: [String]

        var testDescription: String { "\(folder): \(arguments[0])" }
    }

    private static let cases = [
        Case(
            folder: "bounded-workaround", arguments: ["check", "--notes", "after.json"], status: 0,
            says: ["after.json:5:23: note: ", "[value-island]"]),
        Case(
            folder: "bounded-workaround", arguments: ["diff", "before.json", "after.json"], status: 1,
            says: [">3.4.1   true → false"]),
        Case(
            folder: "bounded-workaround", arguments: ["prove", "--policy", "workarounds.policies", "after.json"],
            status: 1, says: ["VIOLATED  crash-3.2.0", ">3.4.1"]),
        Case(
            folder: "bounded-workaround", arguments: ["prove", "--policy", "workarounds.policies", "before.json"],
            status: 0, says: ["PROVED"]),
        Case(
            folder: "missed-build", arguments: ["check", "--fail-on", "warning", "settings.json"], status: 1,
            says: ["settings.json:5:24: warning: ", "1.4.2.1", "[upper-bound-builds]"]),
        Case(
            folder: "flag-in-the-field",
            arguments: ["diff", "--releases", "shipped.releases", "before.json", "after.json"],
            status: 1, says: ["3 shipped versions: 1.9.0, 2.0.0, 2.0.1 (60.0 % of installs)"]),
        Case(
            folder: "flag-in-the-field", arguments: ["diff", "--frozen", "<=2.1.0", "before.json", "after.json"],
            status: 1, says: ["<2.1.0   false → true"]),
        Case(
            folder: "flag-in-the-field", arguments: ["diff", "--frozen", ">=2.1.0", "before.json", "after.json"],
            status: 0, says: []),
        Case(
            folder: "slipped-release", arguments: ["check", "--releases", "shipped.releases", "settings.json"],
            status: 0,
            says: [
                "settings.json:5:26: warning: in \"newOnboarding\": no shipped or planned version is 4.0.0",
                "[unknown-release]",
            ]),
        Case(
            folder: "forced-update", arguments: ["check", "--releases", "shipped.releases", "settings.json"], status: 1,
            says: ["settings.json:4:21: error: ", "5.2.0", "[forced-update-lockout]"]),
        Case(
            folder: "misspelt-member", arguments: ["check", "settings.json"], status: 1,
            says: ["did you mean \"valuesByVersion\"?", "did you mean \"appVersion\"?", "[unknown-member]"]),
    ]

    @Test(arguments: cases)
    func `each mistake is found by the right check`(example: Case) throws {
        let run = try Run(example.arguments, in: PackageFolder.path + "/Configs/release-checks/" + example.folder)
        expectEqual(run.status, example.status, "\(run.output)\(run.error)")
        for text in example.says {
            expect(run.output.contains(text), "\(run.output)")
        }
    }

    @Test(arguments: cases)
    func `each mistake is found by one kind of check alone, because nothing else is wrong with the documents`(
        example: Case
    ) throws {
        guard example.arguments.first == "check" else { return }
        let run = try Run(example.arguments, in: PackageFolder.path + "/Configs/release-checks/" + example.folder)
        let codes = Set(
            run.output.split(separator: "\n").filter { $0.hasSuffix("]") }.compactMap { $0.split(separator: "[").last })
        let noted: Set<Substring> = ["prerelease-boundary]"]
        expectEqual(codes.subtracting(noted).count, 1, "\(run.output)")
    }
}
