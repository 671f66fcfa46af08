import FlagResolver

extension RuleCode {
    package static let implausibleVersion = RuleCode(rawValue: "implausible-version")
}

/// A version far beyond all others of the document, as from a missing dot.
struct ImplausibleVersionRule: Rule {
    let code = RuleCode.implausibleVersion
    let severity = Severity.warning
    let meaning =
        "A number in a version is more than twenty times as large as that of all other versions of the document, most likely because a "
        + "dot is missing or digits are joined."
    let advice = "Correct the version; a number of nines, as in 999.0.0, counts as meant."

    let bad: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "1.4.0", "value": true },
                { "appVersion": "<=«2.160000000.9»", "value": true },
                { "appVersion": ">=2.2.0", "value": true }
                """#)
    ]

    let good: RuleExamples = [
        RuleExample(
            "payments", defaultValue: "false",
            entries: #"""
                { "appVersion": "1.4.0", "value": true },
                { "appVersion": ">=999.0.0", "value": false },
                { "appVersion": ">=2.16.0", "value": true }
                """#)
    ]

    private struct Written {
        let numbers: [String]
        let span: Range<Int>
        let text: String
        let setting: SettingIndex
    }

    func check(_ document: CheckedDocument, _ report: inout RuleReport) {
        guard !document.hasOnlyVersionCodes, Self.mayHaveOne(document) else { return }
        let versions = Self.versions(in: document)
        // Two versions say nothing about what is usual.
        guard versions.count > 2 else { return }
        for position in 0..<2 {
            let numbers = versions.compactMap { $0.numbers.count > position ? ($0, $0.numbers[position]) : nil }
            guard let (largest, number) = numbers.max(by: { Self.isLess($0.1, $1.1) }),
                !number.allSatisfy({ $0 == "9" })
            else { continue }
            let others = numbers.map(\.1).filter { $0 != number }
            guard numbers.count - others.count == 1, let next = others.max(by: Self.isLess),
                // Twenty times as large has two digits more, or nearly so.
                Self.isLess(Self.times20(next), number)
            else { continue }
            report.add(
                "\(quoted(largest.text)) has the number \(number), and all other versions of the document have \(next) at most there",
                by: self, at: largest.span, about: .setting(largest.setting), help: "correct it, if a dot is missing")
        }
    }

    /// Whether a number may be twenty times as large as the next one; texts are only scanned for their digits.
    private static func mayHaveOne(_ document: CheckedDocument) -> Bool {
        var largest = LargestNumbers()
        for entry in document.loaded[document.loaded.entryIndices] {
            guard let requirement = document.settings.requirementNode(of: entry) else { continue }
            for node in LocatedComparator.texts(of: requirement, in: document.tree) {
                // A text with escapes is read in full.
                guard let range = document.tree.plainContentRange(at: node) else { return true }
                largest.add(document.tree.bytes[range])
            }
        }
        return largest.haveOutlier
    }

    /// The two largest different numbers at the first two places of versions.
    private struct LargestNumbers {
        private var first: [UInt64] = [0, 0]
        private var second: [UInt64] = [0, 0]

        var haveOutlier: Bool {
            first.indices.contains { first[$0] / 20 >= max(second[$0], 1) }
        }

        mutating func add(_ text: ArraySlice<UInt8>) {
            var place = 0
            var number: UInt64?
            // After a hyphen or a plus sign, digits are not those of a version until the next blank.
            var isSkipping = false
            for byte in text {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9") where !isSkipping:
                    let (product, isLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
                    let (sum, isLarger) = product.addingReportingOverflow(UInt64(byte &- UInt8(ascii: "0")))
                    number = isLarge || isLarger ? .max : sum
                case UInt8(ascii: "."):
                    add(number, at: place)
                    number = nil
                    place += 1
                default:
                    add(number, at: place)
                    number = nil
                    place = 0
                    isSkipping =
                        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
                        || isSkipping && byte != UInt8(ascii: " ")
                            && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "|")
                }
            }
            add(number, at: place)
        }

        private mutating func add(_ number: UInt64?, at place: Int) {
            guard let number, place < first.count, number != first[place] else { return }
            if number > first[place] {
                second[place] = first[place]
                first[place] = number
            } else if number > second[place] {
                second[place] = number
            }
        }
    }

    private static func isLess(_ left: String, _ right: String) -> Bool {
        (left.utf8.count, left) < (right.utf8.count, right)
    }

    /// Twenty times a number, and 20 at least.
    private static func times20(_ number: String) -> String {
        guard number != "0" else { return "20" }
        var digits: [UInt8] = []
        var carry: UInt8 = 0
        for digit in number.utf8.reversed() {
            let doubled = (digit &- UInt8(ascii: "0")) &* 2 &+ carry
            digits.append(doubled % 10 &+ UInt8(ascii: "0"))
            carry = doubled / 10
        }
        if carry > 0 { digits.append(carry &+ UInt8(ascii: "0")) }
        return String(decoding: digits.reversed(), as: UTF8.self) + "0"
    }

    private static func versions(in document: CheckedDocument) -> [Written] {
        var found: [Written] = []
        for setting in document.settings.indices {
            for entry in document.loaded[setting].entries {
                guard let requirement = document.settings.requirementNode(of: document.loaded[entry]) else { continue }
                for node in LocatedComparator.texts(of: requirement, in: document.tree) {
                    guard let bytes = document.tree.stringBytes(at: node), let text = RequirementText(bytes) else {
                        continue
                    }
                    for comparator in text.comparators where comparator.sign != .any {
                        let version = VersionText(comparator.version, in: bytes)
                        found.append(
                            Written(
                                numbers: version.components.map { component in
                                    let digits = component.drop { $0 == "0" }
                                    return digits.isEmpty ? "0" : String(digits)
                                },
                                span: document.tree.span(of: comparator.version.range, inText: node),
                                text: String(decoding: bytes[comparator.version.range], as: UTF8.self), setting: setting
                            ))
                    }
                }
            }
        }
        return found
    }
}
