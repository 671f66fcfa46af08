import FlagResolver
import FuzzSupport

/// Versions, several to an input, with slashes between them.
///
/// 1. A text is a version for the library exactly if it is one for the plain reader, and it prints as that says.
/// 2. What is printed parses back to the same version, build metadata included.
/// 3. Order, equality and hash agree with the plain order; build metadata takes no part.
/// 4. An error points into the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzVersion(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    var versions: [(library: AppVersion, plain: PlainVersion)] = []
    for text in input.texts(atMost: 6) {
        let plain = PlainVersion(text.utf8)
        do {
            let version = try AppVersion(parsing: text)
            guard let plain else { finding("\(text.debugDescription) is accepted as \(version)") }
            claimSame(version, plain)
            versions.append((version, plain))
        } catch {
            claim(plain == nil, "\(text.debugDescription) is refused: \(error)")
            claimSound(error, in: text)
        }
    }
    for left in versions {
        for right in versions {
            claimOrder(left, right)
        }
    }
    return 0
}

private func claimSame(_ version: AppVersion, _ plain: PlainVersion) {
    let text = version.description
    claim(text == plain.text, "\(plain.text) prints as \(text)")
    claim(version.isPrerelease == !plain.prerelease.isEmpty, "\(text): isPrerelease is \(version.isPrerelease)")
    claim(version.prerelease ?? "" == plain.prereleaseText, "\(text): prerelease is \(version.prerelease ?? "nil")")
    let build = version.buildMetadata ?? ""
    claim(build.utf8.elementsEqual(plain.build), "\(text): buildMetadata is \(build)")
    guard let again = AppVersion(text) else { finding("\(text) does not parse back") }
    claim(again == version && again.hashValue == version.hashValue, "\(text) parses back to \(again)")
    claim(again.description == text, "\(text) parses back and prints as \(again)")

    let set = VersionSet(version)
    claim(set.contains(version) && set.intervals.first?.singleVersion == version, "\(text) is not the one of its set")
    claim(VersionCut.before(version) < VersionCut.after(version), "the cuts at \(text) are not in order")
    claim((try? VersionSet(parsing: text)) == set, "\(text) as a requirement is not its set")
    claim((try? VersionSet(parsing: set.description)) == set, "the set of \(text) prints as \(set)")
}

private func claimOrder(
    _ left: (library: AppVersion, plain: PlainVersion),
    _ right: (library: AppVersion, plain: PlainVersion)
) {
    let (a, b) = (left.library, right.library)
    let order = PlainVersion.order(left.plain, right.plain)
    claim((a < b) == (order < 0), "\(a) < \(b) is \(a < b)")
    claim((a <= b) == (order <= 0), "\(a) <= \(b) is \(a <= b)")
    claim((a == b) == (order == 0), "\(a) == \(b) is \(a == b)")
    if order == 0 {
        claim(a.hashValue == b.hashValue, "\(a) and \(b) are equal and have two hashes")
        claim(VersionCut.before(a) == .before(b) && VersionCut.after(a) == .after(b), "two cuts at \(a) and \(b)")
    } else if order < 0 {
        claim(VersionCut.after(a) <= .before(b), "the cut after \(a) is above the one before \(b)")
        claim(VersionCut.before(a) < .before(b), "the cut before \(a) is not below the one before \(b)")
    }
    claim(VersionSet(a).contains(b) == (order == 0), "the set of \(a) contains \(b)")
}
