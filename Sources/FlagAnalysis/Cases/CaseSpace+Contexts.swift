package import FlagResolver

/// The axes of a space on which a context has a known value.
package struct FixedAxes: Sendable {
    /// The segments that contain the values, by the indices of their axes.
    let segments: [Int: Int32]

    /// No value is known.
    package static let none = FixedAxes(segments: [:])
}

extension CaseSpace {
    /// The axes on which a context has a value.
    ///
    /// A context that was read from JSON has no attribute of the type version. Such an attribute counts as absent where
    /// nothing tests it as a version.
    ///
    /// - Parameter isComplete: Whether values that the context lacks are absent. Otherwise they are unknown.
    /// - Complexity: O(*n* log *m*) for *n* axes of *m* segments.
    package func fixedAxes(of context: EvaluationContext, isComplete: Bool) -> FixedAxes {
        guard isComplete || context != EvaluationContext() else { return .none }
        return FixedAxes(segments: segments(of: context, isComplete: isComplete))
    }

    private func segments(of context: EvaluationContext, isComplete: Bool) -> [Int: Int32] {
        var result: [Int: Int32] = [:]
        for (index, line) in lines.enumerated() {
            switch line.axis {
            case .attribute(let name): result[index] = context[name].map { line.segment(of: $0) }
            case .date: result[index] = context.instant.map { line.segment(of: $0) }
            case .targetingKey:
                result[index] = context.targetingKey.map { line.segment(ofString: [UInt8]($0.utf8)) }
            case .bucket(let salt, let by): result[index] = bucketSegment(of: context, line, salt: salt, by: by)
            }
            if isComplete, result[index] == nil { result[index] = AxisLine.absent }
        }
        return result
    }

    private func bucketSegment(
        of context: EvaluationContext, _ line: AxisLine, salt: [UInt8], by: String
    ) -> Int32? {
        var key = context.targetingKey
        if by != "targetingKey" {
            guard case .string(let text)? = context[by] else { return nil }
            key = text
        }
        return key.map { line.segment(ofBucket: RolloutBucket.bucket(ofKey: $0, salt: salt)) }
    }

    /// The leaf of a function for a context with an app version. Values that the context lacks are absent.
    package func leaf(of map: CaseMap, for version: AppVersion, _ context: EvaluationContext) -> Int {
        let segments = segments(of: context, isComplete: true)
        var decision = map.value(at: map.index(containing: version))
        while decision.leaf == nil {
            decision = diagram.decision(of: decision, for: segments[diagram.axis(of: decision)] ?? AxisLine.absent)
        }
        return decision.leaf ?? 0
    }

    /// Whether a case contains a context with an app version. Values that the context lacks are absent.
    package func contains(_ item: Case, _ version: AppVersion, _ context: EvaluationContext) -> Bool {
        let segments = segments(of: context, isComplete: true)
        return item.versions.contains(version)
            && item.terms.allSatisfy { $0.segments.contains(segments[$0.axis] ?? AxisLine.absent) }
    }
}

extension AxisLine {
    /// The segment of an attribute's value.
    func segment(of value: AttributeValue) -> Int32 {
        switch value {
        case .boolean(let boolean): segment(of: boolean)
        case .number(let number): segment(from: NumberCut(number: number, isAfter: false))
        case .string(let text):
            if hasVersions, let version = AppVersion(text) {
                segment(from: .before(version))
            } else {
                segment(ofString: [UInt8](text.utf8))
            }
        case .version(let version): hasVersions ? segment(from: .before(version)) : Self.absent
        }
    }
}
