import FlagResolver
import FuzzSupport

/// Requirements, up to three to an input, with slashes between them.
///
/// 1. A text is a requirement for the library exactly if it is one for the plain reader.
/// 2. Its set contains exactly the versions for which the plain evaluation holds, over all versions of the text and
///    their neighbours: at least one between any two cuts that the text can make.
/// 3. A set prints as a requirement that parses back to the same set.
/// 4. The operations on two sets do what they say for each of those versions, and give the one form of the result.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequirement(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = unsafe FuzzInput(start, count: count)
    var requirements: [Accepted] = []
    for text in input.texts(atMost: 3) {
        let plain = PlainRequirement(text.utf8)
        do {
            let requirement = try VersionRequirement(parsing: text)
            guard let plain else { finding("\(text.debugDescription) is accepted as \(requirement.set)") }
            claim(requirement.description == text, "\(text.debugDescription) became \(requirement)")
            requirements.append(Accepted(text: text, set: requirement.set, plain: plain))
        } catch {
            claim(plain == nil, "\(text.debugDescription) is refused: \(error)")
            claimSound(error, in: text)
        }
    }
    let samples = requirements.flatMap(\.plain.samples).map(Sample.init)
    for requirement in requirements {
        claimForm(of: requirement.set, requirement.text)
        claimMembership(of: requirement, samples)
    }
    for (left, right) in zip(requirements, requirements.dropFirst()) {
        claimAlgebra(left, right, samples)
    }
    return 0
}

private struct Accepted {
    let text: String
    let set: VersionSet
    let plain: PlainRequirement
}

private struct Sample {
    let plain: PlainVersion
    let version: AppVersion

    init(_ plain: PlainVersion) {
        self.plain = plain
        guard let version = AppVersion(plain.text) else { finding("\(plain.text) is refused") }
        self.version = version
    }
}

private func claimForm(of set: VersionSet, _ subject: String) {
    let text = set.description
    guard let again = try? VersionSet(parsing: text) else { finding("\(subject): \(text) does not parse back") }
    claim(again == set && again.hashValue == set.hashValue, "\(subject): \(text) parses back to \(again)")
    claim(again.description == text, "\(subject): \(text) prints as \(again) when parsed back")
    claim(VersionSet(set.intervals.reversed()) == set, "\(subject): \(text) is not made of its intervals")
    claim(set.isEmpty == set.intervals.isEmpty, "\(subject): isEmpty is \(set.isEmpty)")
    for interval in set.intervals {
        claim(interval.lower < interval.upper, "\(subject): an empty interval in \(text)")
    }
    for (lower, upper) in zip(set.intervals, set.intervals.dropFirst()) {
        claim(lower.upper < upper.lower, "\(subject): \(lower) and \(upper) are not apart")
    }
}

private func claimMembership(of requirement: Accepted, _ samples: [Sample]) {
    let set = requirement.set
    let complement = set.complement
    claimForm(of: complement, "complement of \(requirement.text)")
    claim(complement.complement == set, "\(requirement.text): two complements give \(complement.complement)")
    var containsAny = false
    for sample in samples {
        let expected = requirement.plain.contains(sample.plain)
        containsAny = containsAny || expected
        claim(
            set.contains(sample.version) == expected,
            "\(requirement.text.debugDescription), which is \(set), contains \(sample.version): \(!expected)"
        )
        claim(complement.contains(sample.version) != expected, "\(complement) and \(set) on \(sample.version)")
    }
    claim(set.isEmpty != containsAny, "\(requirement.text.debugDescription): isEmpty is \(set.isEmpty)")
}

private func claimAlgebra(_ left: Accepted, _ right: Accepted, _ samples: [Sample]) {
    let (a, b) = (left.set, right.set)
    let subject = "\(a) and \(b)"
    let union = a.union(b)
    let intersection = a.intersection(b)
    let rest = a.subtracting(b)
    let difference = a.symmetricDifference(b)
    for set in [union, intersection, rest, difference] { claimForm(of: set, subject) }
    for version in samples.map(\.version) {
        let (inA, inB) = (a.contains(version), b.contains(version))
        claim(union.contains(version) == (inA || inB), "\(subject): the union \(union) on \(version)")
        claim(intersection.contains(version) == (inA && inB), "\(subject): intersection \(intersection) on \(version)")
        claim(rest.contains(version) == (inA && !inB), "\(subject): the remainder \(rest) on \(version)")
        claim(difference.contains(version) == (inA != inB), "\(subject): the difference \(difference) on \(version)")
    }
    claim(b.union(a) == union && b.intersection(a) == intersection, "\(subject): not commutative")
    claim(rest.union(intersection) == a && rest.isDisjoint(with: b), "\(subject): the parts of the first are not it")
    claim(a.isSubset(of: b) == rest.isEmpty, "\(subject): isSubset is \(a.isSubset(of: b))")
    claim(a.isDisjoint(with: b) == intersection.isEmpty, "\(subject): isDisjoint is \(a.isDisjoint(with: b))")
    claim((try? VersionSet(parsing: "\(left.text)||\(right.text)")) == union, "\(subject): joined by bars")
}
