import FlagAnalysis
import FlagResolver
import FuzzSupport

/// A list of releases.
///
/// 1. It is accepted exactly if the plain reader accepts it, with the same releases in ascending order.
/// 2. Otherwise exactly the lines that the plain reader refuses have mistakes, and every message can be printed.
/// 3. Searching it gives what looking at every release gives.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReleases(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzInput(start, count: count).bytes
    let plain = PlainReleaseList(bytes)
    do throws(ReleaseListError) {
        claimAccepted(try ReleaseList(parsing: bytes), plain)
    } catch {
        claimRefused(error, plain)
    }
    return 0
}

/// The greatest sum of shares that is accepted. Sums are compared only where rounding does not matter.
private let maximumTotal = 101.0

private func claimRefused(_ error: ReleaseListError, _ plain: PlainReleaseList) {
    for mistake in error.mistakes {
        claim((1...max(1, plain.lineCount)).contains(mistake.line), "a mistake in line \(mistake.line)")
        claimPrintable(mistake.problem.message, "line \(mistake.line)")
    }
    var expected = plain.badLines
    if plain.total > maximumTotal + 1e-6 || plain.releases.isEmpty && expected.isEmpty { expected.append(1) }
    let isDoubtful = abs(plain.total - maximumTotal) <= 1e-6
    let found = error.mistakes.map(\.line)
    claim(isDoubtful || found == expected.sorted(), "mistakes in the lines \(found), expected \(expected.sorted())")
}

private func claimAccepted(_ list: ReleaseList, _ plain: PlainReleaseList) {
    claim(plain.badLines.isEmpty, "accepted in spite of the lines \(plain.badLines)")
    claim(!plain.releases.isEmpty && plain.total <= maximumTotal + 1e-6, "the shares are \(plain.total) together")
    let expected = plain.releases.sorted { PlainVersion.order($0.version, $1.version) < 0 }
    claim(list.releases.count == expected.count, "\(list.releases.count) releases, expected \(expected.count)")
    for (release, plain) in zip(list.releases, expected) {
        let isSame =
            release.version == AppVersion(plain.version.text)
            && release.share.flatMap { Double($0.description) } == plain.share
            && release.isPlanned == plain.isPlanned && release.line == plain.line
        claim(isSame, "\(release), expected \(plain)")
    }
    claim(list.shipped.map(\.line) == expected.filter { !$0.isPlanned }.map(\.line), "the shipped releases")
    claim(list.newest == list.releases.filter { !$0.isPlanned }.map(\.version).max(), "the newest release")
    claimSearches(in: list, expected.prefix(8).flatMap { $0.version.neighbours(padding: 4) }.prefix(40))
    _ = InstallShare(of: list.releases)?.percent
}

private func claimSearches(in list: ReleaseList, _ plain: some Sequence<PlainVersion>) {
    let versions = plain.compactMap { AppVersion($0.text) }
    let all = list.releases.map(\.version)
    for version in versions {
        claim(list.contains(version) == all.contains(version), "contains \(version)")
        for cut in [VersionCut.before(version), .after(version)] {
            let neighbours = list.neighbours(of: cut)
            claim(neighbours.below == all.last { VersionCut.before($0) < cut }, "below \(cut)")
            claim(neighbours.above == all.first { VersionCut.before($0) >= cut }, "above \(cut)")
        }
    }
    for (one, other) in zip(versions, versions.dropFirst()) {
        guard let interval = VersionInterval(from: .before(one), to: .after(other)) else { continue }
        let expected = all.filter { one <= $0 && $0 <= other }
        claim(list.releases(in: interval).map(\.version) == expected, "the releases in \(interval)")
        claim(list.releases(in: VersionSet([interval])).map(\.version) == expected, "the releases in \(interval)")
    }
}
