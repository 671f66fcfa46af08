import FlagResolver

extension TypeReader {
    /// The type of numbers: `Int` if all are integral and fit 32 bits, `Int64` if they fit that, otherwise `Double`.
    func numberType(of values: [Int]) throws(CodeProblem) -> SwiftType {
        if !isDouble, values.allSatisfy({ tree.isIntegral(at: $0) }) {
            let integers = values.compactMap { tree.int64(at: $0) }
            if integers.count == values.count {
                return integers.allSatisfy { Int32(exactly: $0) != nil } ? .integer : .wideInteger
            }
        }
        if let inexact = values.first(where: { tree.double(at: $0) == nil }) {
            throw CodeProblem(
                "\(ValueExcerpt.text(of: inexact, in: tree)), a value of \(SettingProblem.quoted(path)), is not a Swift number:"
                    + " it fits neither Int64 nor, without rounding, Double",
                help: "if it is an identifier, write it as a string", at: inexact, of: tree)
        }
        return .double
    }
}
