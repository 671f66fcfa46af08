import FlagResolver

/// What a part of a condition means in a document.
struct SourcePart {
    /// The conditions of entries, any of which may hold; `nil` if none can express the part.
    let written: [ImportedConditions]?
    /// When the part holds in the other system: where any of these do.
    let possible: [ImportedConditions]
    /// When the other system gives up the whole setting, so that its value is the default in the code.
    var failures: [ImportedConditions] = []
    /// Why the part is not exact, and what to do; `nil` if it is.
    let doubt: (reason: String, help: String)?

    /// A part that means the same here.
    static func exact(_ conditions: ImportedConditions) -> SourcePart {
        let conditions = conditions.neverHold ? [] : [conditions]
        return SourcePart(written: conditions, possible: conditions, doubt: nil)
    }

    /// A part that entries cannot express.
    ///
    /// - Parameters:
    ///   - text: The question whose answer is not known. Equal texts have equal answers.
    ///   - bound: Conditions without which the part does not hold.
    static func unknown(
        _ text: String, within bound: ImportedConditions = .always, _ reason: String, _ help: String
    ) -> SourcePart {
        SourcePart(
            written: nil, possible: [bound.intersection(ImportedConditions(.unknown(text)))], doubt: (reason, help))
    }

    /// Holds where both parts do.
    func intersection(_ other: SourcePart) -> SourcePart {
        SourcePart(
            written: written.flatMap { left in other.written.map { left.intersections($0) } },
            possible: possible.intersections(other.possible),
            // Parts are tested in their order.
            failures: failures + possible.intersections(other.failures), doubt: doubt ?? other.doubt)
    }

    /// Holds where one of the parts does.
    func union(_ other: SourcePart) -> SourcePart {
        SourcePart(
            written: written.flatMap { left in other.written.map { left + $0 } }, possible: possible + other.possible,
            failures: failures + other.failures, doubt: doubt ?? other.doubt)
    }
}

extension [ImportedConditions] {
    /// Where one of these conditions and one of others hold.
    func intersections(_ other: [ImportedConditions]) -> [ImportedConditions] {
        flatMap { left in other.map { left.intersection($0) } }.filter { !$0.neverHold }
    }
}

extension SourceCondition {
    /// More combinations of alternatives are not told apart.
    private static let maximumAlternativeCount = 64

    /// Adds a part, which must hold with the others.
    ///
    /// - Parameters:
    ///   - span: The place of the part.
    ///   - text: The part as the file writes it.
    mutating func add(_ part: SourcePart, at span: Range<Int>, text: String) {
        if let doubt = part.doubt {
            doubts.append(ImportDoubt(span: span, text: text, reason: doubt.reason, help: doubt.help))
        }
        let isWritable = (written?.count ?? 0) * (part.written?.count ?? 0) <= Self.maximumAlternativeCount
        guard isWritable, possible.count * part.possible.count <= Self.maximumAlternativeCount else {
            // Whoever satisfies the other parts may satisfy this one: that is more than what is possible, never less.
            written = nil
            let unknown = ImportedConditions(.unknown("\(name ?? ""): \(text)"))
            if !part.failures.isEmpty { failures += possible.map { $0.intersection(.failure(of: text)) } }
            possible = possible.map { $0.intersection(unknown) }
            doubts.append(
                ImportDoubt(
                    span: span, text: text, reason: "the condition has too many alternatives",
                    help: "divide it into several conditions"))
            return
        }
        failures += possible.intersections(part.failures)
        written = written.flatMap { known in part.written.map { known.intersections($0) } }
        possible = possible.intersections(part.possible)
    }
}
