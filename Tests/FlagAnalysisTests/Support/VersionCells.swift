import FlagResolver

/// The version line taken apart by hand: a few versions, and what lies before, between and after them.
///
/// Requirements over these versions cannot tell two versions of one cell apart. So a set of versions is a set of cells,
/// which is a machine word, and everything that can be said of versions is found by looking at each bit.
struct VersionCells {
    /// A set of cells, the lowest in the lowest bit.
    typealias Mask = UInt64

    /// The versions that requirements speak of, as they are written, in ascending order.
    static let versions = [
        "0.0.0-0", "1", "1.2.0-0", "1.2.0-rc", "1.2.0-rc.0", "1.2.0-rc.1", "1.2", "1.2.0.1", "1.2.1", "2.0.0-beta",
        "2.0.0", "3",
    ]

    /// One version of each cell that has any, in ascending order.
    static let probes: [AppVersion] = {
        let named = versions.compactMap { AppVersion($0) }
        var probes: [AppVersion] = []
        for (index, version) in named.enumerated() {
            probes.append(version)
            // The next one after a pre-release is the same with a zero behind it. No version comes next after a release,
            // and with five components this is nearer than any that is named.
            let text = "\(version)"
            let zeros = String(repeating: ".0", count: 4 - text.split(separator: ".").count)
            let next = AppVersion(version.isPrerelease ? "\(text).0" : "\(text)\(zeros).1")
            if let next, index + 1 == named.count || next < named[index + 1] { probes.append(next) }
        }
        return probes
    }()

    static let all: Mask = (1 << Mask(probes.count)) - 1

    /// The cells that hold for a condition on versions.
    static func mask(_ holds: (AppVersion) -> Bool) -> Mask {
        var mask: Mask = 0
        for (cell, probe) in probes.enumerated() where holds(probe) { mask |= 1 << Mask(cell) }
        return mask
    }

    /// The cells of a set whose cuts are all at the named versions; `nil` where one is elsewhere.
    static func mask(_ set: VersionSet) -> Mask? {
        var mask: Mask = 0
        for interval in set.intervals {
            guard let low = places[interval.lower], let high = places[interval.upper] else { return nil }
            mask |= (1 << high) - (1 << low)
        }
        return mask
    }

    /// How many cells lie below each cut.
    private static let places: [VersionCut: Mask] = {
        var places: [VersionCut: Mask] = [.lowest: 0, .highest: Mask(probes.count)]
        for version in versions.compactMap({ AppVersion($0) }) {
            let below = Mask(probes.count { $0 < version })
            places[.before(version)] = below
            places[.after(version)] = below + 1
        }
        return places
    }()

    /// How many runs of cells side by side a set has.
    static func intervalCount(_ mask: Mask) -> Int { (mask & ~(mask << 1)).nonzeroBitCount }
}

/// A comparator as text, and the cells that it holds for, found by nothing but the order of versions.
struct CellComparator {
    let text: String
    let mask: VersionCells.Mask

    static let all: [CellComparator] = VersionCells.versions.flatMap { text -> [CellComparator] in
        guard let version = AppVersion(text) else { return [] }
        func holds(_ sign: String, _ compare: (AppVersion, AppVersion) -> Bool) -> CellComparator {
            CellComparator(text: sign + text, mask: VersionCells.mask { compare($0, version) })
        }
        return [holds("<", <), holds("<=", <=), holds(">", >), holds(">=", >=), holds("=", ==), holds("!=", !=)]
    }
}
