/// Which rule a document breaks, and where: all that the scanner knows when it stops.
///
/// It is cheap to throw. `JSONParser` finds out the rest and makes a `JSONSyntaxError` of it.
enum JSONMistake: Error {
    case noValue(at: Int)
    case noKey(at: Int)
    case noColon(at: Int)
    case noCommaOrEnd(at: Int)
    case noStringCharacter(at: Int, stringStart: Int)
    case invalidEscape(at: Int)
    case loneSurrogate(at: Int)
    case invalidUTF8(at: Int)
    case noDigitAfterMinus(from: Int)
    case number(JSONSyntaxError.NumberMistake, from: Int)
    case numberTooLarge(from: Int, to: Int)
    /// Two node indices.
    case duplicateKey(first: Int, second: Int)
    case tooDeep(at: Int)
    case stringTooLong(byteCount: Int, from: Int, to: Int)
}
