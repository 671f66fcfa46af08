import FlagResolver
import TestSupport
import Testing

/// A question that other projects' test suites ask.
struct VersionConformanceRow: Decodable {
    let op: String
    let a: String?
    let b: String?
    let version: String?
    let range: String?
    let expect: Answer

    /// An order, or yes and no.
    enum Answer: Decodable, Equatable {
        case order(Int)
        case verdict(Bool)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .verdict(try container.decode(Bool.self))
            } catch DecodingError.typeMismatch {
                self = .order(try container.decode(Int.self))
            }
        }
    }

    /// What the library answers; `nil` for a question that the tests do not know.
    var answer: Answer? {
        get throws {
            switch op {
            case "compare":
                let left = try AppVersion(parsing: a ?? "")
                let right = try AppVersion(parsing: b ?? "")
                return .order(left < right ? -1 : left == right ? 0 : 1)
            case "satisfies":
                return .verdict(try VersionSet(parsing: range ?? "").contains(AppVersion(parsing: version ?? "")))
            case "valid": return .verdict(AppVersion(version ?? "") != nil)
            default: return nil
            }
        }
    }
}

struct VersionConformanceTests {
    private static let path = "conformance/versions.jsonl"

    @Test(.needs(path))
    func `all rows of the conformance data have the expected answer`() throws {
        let rows = try SharedMaterial.rows(Self.path, as: VersionConformanceRow.self)
        expect(!rows.isEmpty)
        for row in rows {
            let answer = try row.answer
            expectEqual(answer, row.expect, "\(row)")
        }
    }
}
