package import FlagResolver

/// What a search for stale parts of a document may assume about every app that reads it.
package struct StaleAssumptions: Hashable, Sendable {
    /// The oldest supported version. Its pre-releases are below it.
    package let floor: AppVersion
    /// Every app gives a date, and none is before this one; `nil` if nothing is known about dates.
    package private(set) var instant: Instant?
    /// The attributes that every app gives, in the order of their names.
    package private(set) var attributes: [GivenAttribute]

    /// An attribute that every app gives, or the targeting key.
    package struct GivenAttribute: Hashable, Sendable {
        package let name: String
        /// The type of its values; `nil` for any.
        package let type: DeclaredAttributes.AttributeType?

        package init(name: String, type: DeclaredAttributes.AttributeType? = nil) {
            self.name = name
            // The targeting key is always a string.
            self.type = name == "targetingKey" ? .string : type
        }
    }

    package init(floor: AppVersion, instant: Instant? = nil, attributes: [GivenAttribute] = []) {
        self.floor = floor
        self.instant = instant
        self.attributes = attributes.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The assumptions that follow from the attributes that a document declares as required.
    ///
    /// - Parameter includesKey: Whether every app gives a targeting key, even if it is not declared.
    package init(floor: AppVersion, instant: Instant? = nil, requiredBy document: SettingsDocument, includesKey: Bool) {
        let declared = DeclaredAttributes(of: document.tree)
        var attributes =
            declared.map { declared in
                declared.names.filter { declared.isRequired($0) }
                    .map { GivenAttribute(name: $0, type: declared[$0]?.type) }
            } ?? []
        if includesKey, !(declared?.isRequired("targetingKey") ?? false) {
            attributes.append(GivenAttribute(name: "targetingKey"))
        }
        self.init(floor: floor, instant: instant, attributes: attributes)
    }

    /// Whether every app gives a date and a targeting key, so that further assumptions find nothing more.
    var includeDateAndKey: Bool { instant != nil && attributes.contains { $0.name == "targetingKey" } }

    /// The same assumptions, plus that every app gives some attributes as strings.
    func assuming(stringAttributes names: Set<String>) -> StaleAssumptions {
        StaleAssumptions(
            floor: floor, instant: instant,
            attributes: attributes.filter { !names.contains($0.name) }
                + names.map { GivenAttribute(name: $0, type: .string) })
    }

    /// The assumptions that matter for a document: those about what its entries test.
    func relevant(to axes: CaseAxes) -> StaleAssumptions {
        StaleAssumptions(
            floor: floor, instant: axes.indices[.date].flatMap { _ in instant },
            attributes: attributes.filter { axes.indices[Axis(attribute: $0.name)] != nil })
    }

    /// The supported versions.
    package var versions: VersionSet { VersionSet(from: .before(floor), to: .highest) }
}

extension CaseSpace {
    /// The values that assumptions admit on each axis that they are about.
    func terms(of assumptions: StaleAssumptions) -> [Case.Term] {
        var terms: [Case.Term] = []
        if let instant = assumptions.instant, let date = indices[.date] {
            let line = lines[date]
            let segments = SegmentSet(line.segment(of: instant)..<line.segmentCount)
            terms.append(Case.Term(axis: date, segments: segments))
        }
        for attribute in assumptions.attributes {
            guard let index = indices[Axis(attribute: attribute.name)] else { continue }
            let line = lines[index]
            let segments =
                switch attribute.type {
                case .string: SegmentSet(line.stringSegments)
                case .boolean: SegmentSet(line.segment(of: false)..<(line.segment(of: true) + 1))
                case .integer, .number: SegmentSet(line.numberSegments)
                case .version, nil: line.all.subtracting(SegmentSet(AxisLine.absent))
                }
            terms.append(Case.Term(axis: index, segments: segments))
        }
        return terms
    }

    /// The contexts that satisfy assumptions, as a condition.
    ///
    /// - Parameter versions: The versions that the assumptions admit.
    func users(of assumptions: StaleAssumptions, versions: VersionSet) -> CaseMap {
        VersionMap(versions, inside: path(terms(of: assumptions), yes: .yes), outside: .no)
    }
}
