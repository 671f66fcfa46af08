package import FlagResolver

extension ReleaseList {
    /// Reads a list of releases.
    ///
    /// - Throws: ``ReleaseListError`` with every mistake.
    package init(parsing bytes: [UInt8]) throws(ReleaseListError) {
        var releases: [Release] = []
        var mistakes: [ReleaseListError.Mistake] = []
        var componentCount = 0
        var start = 0
        var number = 0
        while start <= bytes.count {
            let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") } ?? bytes.count
            number += 1
            if start < bytes.count {
                Self.read(bytes[start..<end], line: number, into: &releases, &componentCount, &mistakes)
            }
            start = end + 1
        }
        releases.sort { $0.version < $1.version }
        for (left, right) in zip(releases, releases.dropFirst()) where left.version == right.version {
            let (first, second) = left.line < right.line ? (left, right) : (right, left)
            mistakes.append(.init(line: second.line, problem: .duplicate(right.version, firstLine: first.line)))
        }
        let total = releases.reduce(.zero) { $0 + ($1.share ?? .zero) }
        // Published shares are rounded, so their sum may be a little above 100.
        if total > ExactDecimal(101) { mistakes.append(.init(line: 1, problem: .sharesAboveAll(total: total))) }
        if releases.isEmpty, mistakes.isEmpty { mistakes.append(.init(line: 1, problem: .noRelease)) }
        guard mistakes.isEmpty else { throw ReleaseListError(mistakes: mistakes.sorted { $0.line < $1.line }) }
        self.releases = releases
        self.componentCount = componentCount
    }

    private static func read(
        _ line: ArraySlice<UInt8>, line number: Int, into releases: inout [Release],
        _ componentCount: inout Int, _ mistakes: inout [ReleaseListError.Mistake]
    ) {
        var words = self.words(of: line)[...]
        guard let first = words.popFirst() else { return }
        func fail(_ problem: ReleaseListError.Problem) {
            mistakes.append(.init(line: number, problem: problem))
        }
        let version: AppVersion
        do throws(VersionSyntaxError) {
            version = try AppVersion(keepingSpellingOf: first)
        } catch {
            return fail(.badVersion(text: first, error: error))
        }
        var share: ExactDecimal?
        if let word = words.first, word.utf8.first.map({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) ?? false
        {
            words = words.dropFirst()
            guard let value = self.share(word) else { return fail(.badShare(text: word)) }
            share = value
            if words.first == "%", !word.ends(withBytesOf: "%") { words = words.dropFirst() }
        }
        let isPlanned = words.first == "planned"
        if isPlanned { words = words.dropFirst() }
        if let word = words.first { return fail(.unexpected(text: word)) }
        if isPlanned, share != nil { return fail(.plannedWithShare(version)) }
        componentCount = max(componentCount, RequirementText(Array(first.utf8))?.componentCount ?? 0)
        releases.append(Release(version: version, share: share, isPlanned: isPlanned, line: number))
    }

    /// The words of a line before its comment.
    private static func words(of line: ArraySlice<UInt8>) -> [String] {
        let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
        return words.prefix { $0.first != UInt8(ascii: "#") }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A percentage: digits with at most one decimal point, and optionally the sign; `nil` for anything else.
    private static func share(_ word: String) -> ExactDecimal? {
        guard let value = ExactDecimal(parsing: word.before(suffix: "%") ?? word[...]), value <= ExactDecimal(100)
        else {
            return nil
        }
        return value
    }
}

/// The mistakes in a list of releases.
package struct ReleaseListError: Error, Hashable, Sendable {
    package struct Mistake: Hashable, Sendable {
        /// Counted from 1.
        package let line: Int
        package let problem: Problem
    }

    package enum Problem: Hashable, Sendable {
        case badVersion(text: String, error: VersionSyntaxError)
        case badShare(text: String)
        case unexpected(text: String)
        case plannedWithShare(AppVersion)
        case duplicate(AppVersion, firstLine: Int)
        case sharesAboveAll(total: ExactDecimal)
        /// Nothing is listed: every statement about all releases would be trivially true.
        case noRelease
    }

    /// In the order of the lines; at least one.
    package let mistakes: [Mistake]
}

extension ReleaseListError.Problem {
    /// What was found, what was expected, and what to do.
    package var message: String {
        switch self {
        case .badVersion(let text, let error):
            "\(SettingProblem.quoted(text)) is not a version: \(error)"
        case .badShare(let text):
            "found \(SettingProblem.quoted(text)), expected a share of installs in per cent, from 0 to 100, as in 12.5%"
        case .unexpected(let text):
            "found \(SettingProblem.quoted(text)), expected a line such as \"1.4.2 12.5%\" or \"2.0.0 planned\"; "
                + "begin a comment with \"#\""
        case .plannedWithShare(let version):
            "\(version) is planned, and a version that nobody has cannot have a share of installs; delete one of the two"
        case .duplicate(let version, let firstLine):
            "\(version) is listed already, in line \(firstLine); delete one of the two"
        case .sharesAboveAll(let total):
            "the shares of installs are \(total) % together, expected at most 100 %"
        case .noRelease:
            "no release is listed, expected at least one line such as \"1.4.2 12.5%\" or \"2.0.0 planned\""
        }
    }
}
