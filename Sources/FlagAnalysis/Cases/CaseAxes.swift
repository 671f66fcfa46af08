package import FlagResolver

/// One or two documents, and the axes that their conditions test.
package struct CaseAxes: Sendable {
    /// A document. It is a class, because copies of its tables are expensive.
    final class Side: Sendable {
        let loaded: LoadedSettings
        let tree: JSONTree
        let conditions: NumberedConditions

        init(_ document: SettingsDocument, _ conditions: NumberedConditions) {
            loaded = document.loaded
            tree = document.tree
            self.conditions = conditions
        }

        // Methods read the tables in place. Through `loaded`, each use would copy the references of all tables.

        /// The record of a setting.
        subscript(setting: SettingIndex) -> SettingRecord { loaded[setting] }

        /// The record of an entry.
        subscript(entry: EntryIndex) -> EntryRecord { loaded[entry] }

        /// The versions that the requirement of an entry contains.
        func versions(of entry: EntryIndex) -> VersionSet { loaded.versions(of: entry) }

        /// The conditions of an entry that test more than the version; `nil` if there are none.
        func targeting(of entry: EntryIndex) -> EntryTargeting? { loaded.targeting(of: entry) }

        /// The schedule of an entry; `nil` if it has none.
        func schedule(of targeting: EntryTargeting) -> EntrySchedule? { loaded.schedule(of: targeting) }

        /// Whether a setting has a well-formed entry that tests more than the app version.
        func testsMoreThanVersion(_ setting: SettingIndex) -> Bool { loaded.testsMoreThanVersion(setting) }
    }

    let sides: [Side]
    /// The axes in ascending order.
    let lines: [AxisLine]
    /// The index of each axis in ``lines``.
    let indices: [Axis: Int]
    /// The index of the axis of dates; `nil` if nothing tests the date.
    let dateAxis: Int?
    /// For each axis of buckets, the index of the axis of their keys.
    let keyAxes: [Int?]
    /// For each axis, why its conditions cannot be analysed; `nil` if they can.
    let mixed: [CaseSpace.Failure?]
    /// For each axis, the type that every document declares for its attribute; `nil` if there is no such type.
    let declaredTypes: [DeclaredAttributes.AttributeType?]
    /// The number of different conditions.
    let conditionCount: Int
    /// The segments of the buckets of all strings that conditions name; see ``DecisionDiagram``.
    let knownBuckets: [Int: [Int32: [Int: Int32]]]

    /// - Complexity: O(*n* log *n*) in the size of the conditions.
    package init(_ first: SettingsDocument, _ second: SettingsDocument? = nil) {
        var collector = CutCollector()
        var collected = [(first, collector.insert(first.loaded, first.tree, .first))]
        if let second { collected.append((second, collector.insert(second.loaded, second.tree, .second))) }
        let order = collector.axes.indices.sorted { collector.axes[$0] < collector.axes[$1] }
        var positions = order
        for (position, number) in order.enumerated() { positions[number] = position }
        sides = collected.map { Side($0, $1.renumberingAxes(positions)) }
        conditionCount = collector.conditionCount
        let axes = order.map { collector.axes[$0] }
        lines = order.map { AxisLine(collector.axes[$0], collector.cuts[$0]) }
        let indices = Dictionary(axes.enumerated().map { ($1, $0) }) { first, _ in first }
        self.indices = indices
        dateAxis = indices[.date]
        keyAxes = axes.map { axis in
            if case .bucket(_, let by) = axis { indices[Axis(attribute: by)] } else { nil }
        }
        mixed = order.map { collector.mixedTypes(ofAxis: $0) }
        declaredTypes = Self.declaredTypes(of: axes, in: collected.map(\.0))
        knownBuckets = Self.knownBuckets(of: lines, keyAxes)
    }

    private static func declaredTypes(
        of axes: [Axis], in documents: [SettingsDocument]
    ) -> [DeclaredAttributes.AttributeType?] {
        let declared = documents.map { DeclaredAttributes(of: $0.tree) }
        return axes.map { axis in
            guard case .attribute(let name) = axis else { return nil }
            let types = Set(declared.map { $0?[name]?.type })
            return types.count == 1 ? types.first ?? nil : nil
        }
    }

    /// The buckets of all strings that conditions name, on the axes whose values are keys.
    private static func knownBuckets(of lines: [AxisLine], _ keyAxes: [Int?]) -> [Int: [Int32: [Int: Int32]]] {
        var result: [Int: [Int32: [Int: Int32]]] = [:]
        for (axis, line) in lines.enumerated() {
            guard case .bucket(let salt, _) = line.axis, let key = keyAxes[axis] else { continue }
            for segment in lines[key].stringSegments {
                guard let text = lines[key].onlyString(of: segment) else { continue }
                let bucket = RolloutBucket.bucket(ofKey: String(decoding: text, as: UTF8.self), salt: salt)
                result[key, default: [:]][segment, default: [:]][axis] = line.segment(ofBucket: bucket)
            }
        }
        return result
    }
}
