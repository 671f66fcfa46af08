/// A place on the version line: where a cut is, or where a version stands, which is the place of the cut before it.
///
/// Invariant, which gives every place exactly one form:
/// 1. The detail holds numbers exactly where the rank is ``VersionWords/Rank/beyondWords``, and the highest place is
///    the only one of that rank without a detail.
/// 2. Without build metadata, a release whose numbers fit and the pre-release `0` of such numbers have no detail. So
///    the lowest place, before `0.0.0-0`, is the one with both words zero.
/// 3. The place after a pre-release `p` is the place before the pre-release `p.0`, its immediate successor.
@usableFromInline
struct VersionPosition: Sendable {
    @usableFromInline let words: VersionWords
    @usableFromInline let detail: VersionDetail?

    static let lowest = VersionPosition(words: VersionWords(high: 0, low: 0), detail: nil)
    static let highest = VersionPosition(words: VersionWords(high: .max, low: .max), detail: nil)

    @inline(__always)
    init(words: VersionWords, detail: VersionDetail?) {
        self.words = words
        self.detail = detail
    }

    /// Whether the place is that of a version without a pre-release, or just after one.
    var isOfRelease: Bool {
        switch words.rank {
        case VersionWords.Rank.prerelease: false
        case VersionWords.Rank.beyondWords: detail?.prerelease.isEmpty ?? false
        default: true
        }
    }

    /// Whether the place is the cut just after a release.
    var isAfterRelease: Bool {
        words.rank == VersionWords.Rank.afterRelease || (detail?.isAfterRelease ?? false)
    }

    /// The pre-release without its hyphen; empty for a release.
    var prerelease: [UInt8] {
        if let detail { return detail.prerelease }
        return words.rank == VersionWords.Rank.prerelease ? VersionPosition.leastPrerelease : []
    }

    static let leastPrerelease = [UInt8(ascii: "0")]

    /// The same place without build metadata, as a cut needs it.
    @inline(__always)
    var withoutBuild: VersionPosition {
        guard let detail, !detail.build.isEmpty else { return self }
        return VersionPosition(words: words, numbers: detail.numbers, prerelease: detail.prerelease)
    }

    /// The place just after the version that stands here.
    @inline(__always)
    var after: VersionPosition {
        if words.rank == VersionWords.Rank.release {
            return VersionPosition(words: words.ranked(VersionWords.Rank.afterRelease), detail: nil)
        }
        return afterPrereleaseOrBeyondWords
    }

    private var afterPrereleaseOrBeyondWords: VersionPosition {
        let numbers = detail?.numbers ?? []
        if isOfRelease {
            return VersionPosition(words: words, detail: VersionDetail(numbers: numbers, isAfterRelease: true))
        }
        let successor = prerelease + [UInt8(ascii: "."), UInt8(ascii: "0")]
        return VersionPosition(words: words, numbers: numbers, prerelease: successor)
    }

    /// A place whose rank is known, in the one form that the invariant allows.
    init(words: VersionWords, numbers: [UInt8], prerelease: [UInt8], build: [UInt8] = []) {
        let isPlain = numbers.isEmpty && (prerelease.isEmpty || prerelease == VersionPosition.leastPrerelease)
        let detail =
            isPlain && build.isEmpty ? nil : VersionDetail(numbers: numbers, prerelease: prerelease, build: build)
        self.init(words: words, detail: detail)
    }
}

extension VersionPosition: Comparable {
    @inlinable
    @inline(__always)
    static func < (left: VersionPosition, right: VersionPosition) -> Bool {
        if left.words != right.words { return left.words < right.words }
        return left.words.leavesOrderOpen && orderOfDetails(left, right) == .ascending
    }

    @inlinable
    @inline(__always)
    static func == (left: VersionPosition, right: VersionPosition) -> Bool {
        left.words == right.words && (!left.words.leavesOrderOpen || orderOfDetails(left, right) == .same)
    }

    /// The order of two places with the same words.
    @usableFromInline
    @inline(never)
    static func orderOfDetails(
        _ left: VersionPosition,
        _ right: VersionPosition
    ) -> VersionTextOrder.Outcome {
        if left.detail === right.detail { return .same }
        // Slices: the spans of whole arrays need newer systems than this library does.
        let leftNumbers = (left.detail?.numbers ?? [])[...]
        let rightNumbers = (right.detail?.numbers ?? [])[...]
        let numbers = VersionTextOrder.ofNumbers(leftNumbers.span, rightNumbers.span)
        if numbers != .same { return numbers }
        switch (left.isOfRelease, right.isOfRelease) {
        case (true, false): return .descending
        case (false, true): return .ascending
        case (true, true):
            if left.isAfterRelease == right.isAfterRelease { return .same }
            return right.isAfterRelease ? .ascending : .descending
        case (false, false):
            let leftPrerelease = left.prerelease[...]
            let rightPrerelease = right.prerelease[...]
            return VersionTextOrder.ofPrereleases(leftPrerelease.span, rightPrerelease.span)
        }
    }
}

extension VersionPosition: Hashable {
    @usableFromInline
    func hash(into hasher: inout Hasher) {
        hasher.combine(words)
        guard words.leavesOrderOpen else { return }
        hasher.combine(detail?.numbers ?? [])
        hasher.combine(prerelease)
        hasher.combine(isAfterRelease)
    }
}

extension VersionPosition {
    /// The numbers with at least three components, then the pre-release and build metadata where there are any.
    var text: String {
        var text = numbersText
        if !isOfRelease { text += "-" + String(decoding: prerelease, as: UTF8.self) }
        if let build = detail?.build, !build.isEmpty { text += "+" + String(decoding: build, as: UTF8.self) }
        return text
    }

    private var numbersText: String {
        guard let numbers = detail?.numbers, !numbers.isEmpty else {
            let fourth = words.component(3)
            let three = "\(words.component(0)).\(words.component(1)).\(words.component(2))"
            return fourth == 0 ? three : "\(three).\(fourth)"
        }
        let dots = numbers.count { $0 == UInt8(ascii: ".") }
        return String(decoding: numbers, as: UTF8.self) + String(repeating: ".0", count: max(0, 2 - dots))
    }
}
