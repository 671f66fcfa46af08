import FlagResolver

extension RequirementText {
    /// The text of a requirement after a move.
    enum Moved {
        /// No boundary is at the old version.
        case unchanged
        /// The new text, and the edits of the old one.
        case changed(text: String, edits: [TextEdit])
        /// The new version has no such boundary, because a pre-release has no pre-releases.
        case inexpressible(VersionComparator)
    }

    /// The text with all boundaries at the old version moved, and nothing else changed.
    func moved(by move: BoundaryMove) -> Moved {
        var edits: [TextEdit] = []
        for comparator in comparators {
            let move = move.ofComparator(naming: version(of: comparator))
            let old = versions(satisfying: [comparator])
            let cuts = old.cuts
            guard cuts.contains(where: { move.moves($0) }) else { continue }
            guard cuts.allSatisfy({ move.moved($0) != nil }) else { return .inexpressible(comparator) }
            edits.append(edit(of: comparator, to: move.moved(old), by: move))
        }
        guard !edits.isEmpty, let bytes = edits.applied(to: bytes) else { return .unchanged }
        return .changed(text: String(decoding: bytes, as: UTF8.self), edits: edits)
    }

    /// The smallest edit that gives a comparator other versions: it replaces the version if possible, or writes two
    /// bounds.
    private func edit(of comparator: VersionComparator, to versions: VersionSet, by move: BoundaryMove) -> TextEdit {
        if let written = version(of: comparator) {
            let target = written == move.old ? move.new : move.newLowest ?? move.new
            let spelled = VersionText(comparator.version, in: bytes).spelling(of: target)
            let isSame: Bool
            switch comparator.sign {
            case .rangeStart, .rangeEnd: isSame = true
            default:
                let sign = text(comparator.range.lowerBound..<comparator.version.range.lowerBound)
                isSame = (try? VersionSet(parsing: sign + spelled)) == versions
            }
            if isSame { return TextEdit(comparator.version.range, replacement: spelled) }
        }
        return TextEdit(comparator.range, replacement: versions.description)
    }
}

extension VersionText {
    /// A version in the spelling of this one: with its `v`, and its number of components if only zeros are added or
    /// removed.
    fileprivate func spelling(of version: AppVersion) -> String {
        guard let new = VersionText(version) else { return version.description }
        var numbers = new.components
        while numbers.count > max(1, components.count), numbers.last == "0" { numbers.removeLast() }
        while numbers.count < components.count { numbers.append("0") }
        return prefix + numbers.joined(separator: ".") + new.rest
    }
}

extension VersionSet {
    /// The cuts of the set, without the ends of the version line.
    var cuts: [VersionCut] {
        intervals.flatMap { [$0.lower, $0.upper] }.filter { $0 != .lowest && $0 != .highest }
    }
}
