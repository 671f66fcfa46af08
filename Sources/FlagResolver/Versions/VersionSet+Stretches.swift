/// The stretches of a set one by one: most sets have a single one, for which a list would be made only to be thrown away.
extension VersionSet {
    /// How many stretches the set has.
    package var stretchCount: Int { cutCount / 2 }

    /// A stretch by its position in ``stretches``, which must be below ``stretchCount``.
    package func stretch(at index: Int) -> VersionStretch {
        VersionStretch(unchecked: cut(at: 2 * index), cut(at: 2 * index + 1))
    }

    /// The versions of stretches whose lower cuts are in ascending order.
    ///
    /// - Complexity: O(*n*) where no two of them touch or overlap, else as for any stretches.
    package init(ascending stretches: [VersionStretch]) {
        var isApart = true
        for index in stretches.indices.dropFirst() where stretches[index - 1].upper >= stretches[index].lower {
            isApart = false
        }
        if isApart { self.init(ordered: stretches) } else { self.init(stretches) }
    }
}
