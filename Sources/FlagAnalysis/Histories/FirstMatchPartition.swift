package import FlagResolver

/// The version line cut into stretches, each with the first of several version sets that contains it.
///
/// This is the one rule, said for all versions at once: what resolution finds for one version, this gives for every
/// version, exactly and without sampling.
///
/// 1. The stretches cover the whole line, in ascending order, each beginning where the one before it ends.
/// 2. Two neighbours never have the same winner, so equal partitions are equal values.
package struct FirstMatchPartition: Hashable, Sendable {
    /// Versions that have the same winner, and lie side by side.
    package struct Part: Hashable, Sendable {
        package let stretch: VersionStretch
        /// The position of the first set that contains the stretch; `nil` where none does.
        package let winner: Int?
    }

    package let parts: [Part]

    /// The partition for sets in the order of their rank.
    ///
    /// - Complexity: O(*n* log *n*) in the number of stretches of all sets.
    package init(_ sets: [VersionSet]) {
        var boundaries: [Boundary] = []
        for (position, set) in sets.enumerated() {
            for stretch in set.stretches {
                boundaries.append(Boundary(cut: stretch.lower, position: position, opens: true))
                boundaries.append(Boundary(cut: stretch.upper, position: position, opens: false))
            }
        }
        boundaries.sort { $0.cut < $1.cut }

        var builder = Builder()
        var open = OpenSets(count: sets.count)
        var index = 0
        while index < boundaries.count {
            let cut = boundaries[index].cut
            builder.extend(to: cut, winner: open.first())
            while index < boundaries.count, boundaries[index].cut == cut {
                open.apply(boundaries[index])
                index += 1
            }
        }
        builder.extend(to: .highest, winner: open.first())
        parts = builder.finished()
    }

    /// The part that a version lies in.
    ///
    /// - Complexity: O(log *n*) in the number of parts.
    package func part(containing version: AppVersion) -> Part? {
        var candidates = parts[...]
        let cut = VersionCut.before(version)
        while candidates.count > 1 {
            let middle = candidates.startIndex + candidates.count / 2
            candidates = candidates[middle].stretch.lower <= cut ? candidates[middle...] : candidates[..<middle]
        }
        return candidates.first
    }
}

extension FirstMatchPartition {
    private struct Boundary {
        let cut: VersionCut
        let position: Int
        let opens: Bool
    }

    /// Makes parts of stretches that come in ascending order; neighbours with one winner become one part.
    private struct Builder {
        private var parts: [Part] = []
        /// The part that may still grow: where it begins, and its winner.
        private var start = VersionCut.lowest
        private var winner: Int?
        /// How far the line is covered.
        private var end = VersionCut.lowest

        mutating func extend(to upper: VersionCut, winner next: Int?) {
            guard end < upper else { return }
            if next != winner {
                close()
                winner = next
            }
            end = upper
        }

        private mutating func close() {
            guard let stretch = VersionStretch(from: start, to: end) else { return }
            parts.append(Part(stretch: stretch, winner: winner))
            start = end
        }

        mutating func finished() -> [Part] {
            close()
            return parts
        }
    }

    /// The sets that contain the place that a sweep is at, with the first of them at hand.
    ///
    /// A binary heap in which closed sets stay until they come to the top.
    private struct OpenSets {
        private var isOpen: [Bool]
        private var heap: [Int] = []

        init(count: Int) {
            isOpen = [Bool](repeating: false, count: count)
        }

        mutating func apply(_ boundary: Boundary) {
            isOpen[boundary.position] = boundary.opens
            if boundary.opens { push(boundary.position) }
        }

        mutating func first() -> Int? {
            while let top = heap.first, !isOpen[top] { pop() }
            return heap.first
        }

        private mutating func push(_ position: Int) {
            heap.append(position)
            var child = heap.count - 1
            while child > 0, heap[child] < heap[(child - 1) / 2] {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        private mutating func pop() {
            guard let last = heap.popLast(), !heap.isEmpty else { return }
            heap[0] = last
            var parent = 0
            while true {
                let left = 2 * parent + 1
                guard left < heap.count else { return }
                let smaller = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
                guard heap[smaller] < heap[parent] else { return }
                heap.swapAt(parent, smaller)
                parent = smaller
            }
        }
    }
}
