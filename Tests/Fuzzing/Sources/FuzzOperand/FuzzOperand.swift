import FuzzSupport

@testable import flagctl

/// An operand of `flagctl` as a pattern or as `REV:PATH`, and a path in each further line.
///
/// 1. The pattern matches exactly the paths that a table of all prefixes matches.
/// 2. What it matches is in the folder that it begins with.
/// 3. `REV:PATH` is cut at its first colon; both parts have at least one character, and the path is not an address.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOperand(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzInput(start, count: count).bytes
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let operand = lines[0]
    let subject = operand.debugDescription
    let pattern = GlobPattern(operand)
    let plain = PlainGlob(operand)
    claim(
        GlobPattern.isPattern(operand) == operand.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) },
        "\(subject): isPattern is \(GlobPattern.isPattern(operand))")
    let folder = PlainGlob.names(pattern.fixedFolder)
    for path in lines.dropFirst() + [operand] {
        let expected = plain.matches(path)
        claim(pattern.matches(path: path) == expected, "\(subject) matches \(path.debugDescription): \(!expected)")
        if expected {
            claim(PlainGlob.names(path).starts(with: folder), "\(path.debugDescription) is not in \(folder)")
        }
    }
    claimRevision(operand)
    return 0
}

private func claimRevision(_ operand: String) {
    let scalars = Array(operand.unicodeScalars)
    let colon = scalars.firstIndex(of: ":") ?? 0
    let path = scalars.dropFirst(colon + 1)
    let isExpected = colon > 0 && !path.isEmpty && !path.starts(with: "//".unicodeScalars)
    let found = RevisionPath.parse(operand)
    claim((found != nil) == isExpected, "\(operand.debugDescription) as REV:PATH is \(String(describing: found))")
    if let found {
        claim(found.revision.unicodeScalars.elementsEqual(scalars[..<colon]), "the revision is \(found.revision)")
        claim(found.path.unicodeScalars.elementsEqual(path), "the path is \(found.path)")
    }
}
