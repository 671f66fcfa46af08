import FlagResolver

/// Every change of a document as flat lists: a setting, a change and a stretch are a few words each.
///
/// Of ten thousand settings that all change, the changes have a hundred thousand stretches. Lists of lists would be as
/// many small pieces of memory, and the cuts, of which there are few different ones, would fill most of it.
struct ChangeTable: Sendable {
    /// A setting that differs.
    struct Setting: BitwiseCopyable {
        /// Its slot in either document; ``none`` where it has none of the name.
        let oldSlot: UInt32
        let newSlot: UInt32
        /// Its changes.
        let firstChange: UInt32
        let endChange: UInt32
    }

    /// Versions between two cuts, which are named by their numbers.
    struct Stretch: BitwiseCopyable {
        let lower: UInt32
        var upper: UInt32
    }

    /// No slot, and no node.
    static let none = UInt32.max

    var settings: [Setting] = []
    var changes: [ValueChange] = []
    var stretches: [Stretch] = []
    /// The cuts of all stretches, at their numbers.
    var cuts: [VersionCut] = []

    /// A table with room for the changes of so many entries, as far as these usually have any.
    init(reserving entryCount: Int) {
        changes.reserveCapacity(entryCount)
        stretches.reserveCapacity(2 * entryCount)
    }

    /// The versions that a change happens for.
    func versions(of change: ValueChange) -> VersionSet {
        VersionSet(intervals(of: change))
    }

    /// Appends the requirement of the versions of a change, without making a set of them.
    func write(versionsOf change: ValueChange, to bytes: inout [UInt8]) {
        VersionSet.write(intervals(of: change), to: &bytes)
    }

    private func intervals(of change: ValueChange) -> some Sequence<VersionStretch> {
        stretches[Int(change.firstStretch)..<Int(change.endStretch)].lazy
            .compactMap { VersionStretch(from: cut($0.lower), to: cut($0.upper)) }
    }

    private func cut(_ number: UInt32) -> VersionCut { cuts[Int(number)] }
}

extension UInt32 {
    /// A slot or a node, unless it stands for none.
    var known: Int? { self == ChangeTable.none ? nil : Int(self) }

    /// A slot or a node, which are fewer than a document has bytes, or what stands for none.
    init(known value: Int?) {
        self = value.map { UInt32(truncatingIfNeeded: $0) } ?? ChangeTable.none
    }
}
