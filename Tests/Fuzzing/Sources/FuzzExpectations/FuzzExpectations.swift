import FlagResolver
import FuzzSupport

@testable import flagctl

/// A file of expectations for `flagctl test`, or a saved result for `flagctl resolve --expect`.
///
/// 1. The file is accepted exactly if the plain reader accepts it, with the same cases for the same versions.
/// 2. Otherwise every problem says something, at a location within the text.
/// 3. As a saved result it is accepted exactly if the plain reader finds the parts of one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzExpectations(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe FuzzInput(start, count: count).bytes
    guard let tree = try? JSONTree(parsing: bytes) else { return 0 }
    guard let root = try? PlainJSONReader.read(bytes) else { finding("the text is accepted") }
    claimExpectations(tree, root)
    claimSavedResult(tree, root)
    return 0
}

private func claimExpectations(_ tree: JSONTree, _ root: PlainJSON) {
    let plain = PlainExpectations(root)
    var reader = ExpectationReader(tree, name: "tests.expectations.json")
    let file = reader.file()
    claim((file == nil) == !reader.problems.isEmpty, "problems: \(reader.problems.map(\.message))")
    claim((file == nil) == (plain == nil), "the file is \(file == nil ? "refused" : "accepted")")
    for problem in reader.problems {
        claimPrintable(problem.message, "a problem")
        for subject in [problem.subject] + problem.related.map({ .location($0.location) }) {
            guard case .location(let location) = subject else { finding("\(problem.message): no location") }
            claim(location.span.upperBound <= tree.bytes.count, "\(problem.message) at \(location.span)")
        }
    }
    guard let file, let plain else { return }
    claim(file.document.utf8.elementsEqual(plain.document), "the document is \(file.document)")
    claim(file.cases.count == plain.cases.count, "\(file.cases.count) cases, expected \(plain.cases.count)")
    for (found, expected) in zip(file.cases, plain.cases) {
        claim(found.name.utf8.elementsEqual(expected.name), "the case \(found.name)")
        claim(found.expected.map { Array($0.name.utf8) } == expected.settings, "the settings of \(found.name)")
        for sample in expected.versions.samples {
            guard let version = AppVersion(sample.text) else { finding("\(sample.text) is refused") }
            let isExpected = expected.versions.contains(sample)
            claim(found.versions.contains(version) == isExpected, "\(found.name) is about \(version): \(!isExpected)")
        }
    }
}

private func claimSavedResult(_ tree: JSONTree, _ root: PlainJSON) {
    let results = root.member("results")?.elements
    let hasSchema = root.member("schema")?.string.map { $0.elementsEqual("flagctl/resolve/1".utf8) } ?? false
    let isComplete =
        results?.allSatisfy { result in
            result.member("file")?.string != nil && result.member("values")?.members != nil
                && result.member("version")?.string.flatMap { PlainVersion($0) } != nil
        } ?? false
    do throws(Expectation.FormatError) {
        let expectation = try Expectation(tree, name: "saved.json")
        claim(hasSchema && isComplete, "accepted as a saved result")
        let differences = expectation.differences(from: [], flags: [])
        claim(differences.count == results?.count, "\(differences.count) differences from nothing")
    } catch {
        claim(!hasSchema || !isComplete, "refused as a saved result: \(error)")
        claim(error.span.upperBound <= tree.bytes.count, "\(error) is outside of the text")
        claimPrintable(error.diagnostic(in: tree, name: "saved.json").message, "\(error)")
    }
}
