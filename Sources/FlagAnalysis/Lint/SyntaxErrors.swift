package import FlagResolver

/// The syntax errors of a text: the first one, and further ones where parsing can continue.
///
/// The parser stops at its first error. If the error has one obvious correction, such as a missing comma, the correction is
/// made in a copy of the text, and the copy is parsed. The first error of the copy is the next one of the text.
///
/// 1. If a correction would be a guess, as for a missing quotation mark, the search ends. No reported error is
///    therefore the consequence of another.
/// 2. At most ``maximumCount`` errors are found.
/// 3. The spans of all errors are those of the original text.
package struct SyntaxErrors {
    /// A text with more errors is probably not meant to be JSON.
    package static let maximumCount = 20

    /// In the order of their locations.
    package private(set) var findings: [Finding] = []

    /// - Parameters:
    ///   - first: The error with which the parser refused the text.
    ///   - limits: The limits that the text was parsed with.
    /// - Complexity: O(*n*) in the number of bytes.
    package init(_ first: JSONSyntaxError, in bytes: [UInt8], limits: JSONLimits) {
        findings = [Finding(first)]
        // A text that is too large is not corrected. A corrected text may be somewhat larger than the original.
        guard bytes.count <= limits.byteCount else { return }
        let limits = JSONLimits(
            byteCount: .max, depth: limits.depth, stringByteCount: limits.stringByteCount)
        var text = CorrectedText(bytes)
        var error = first
        while findings.count < Self.maximumCount, text.correct(error) {
            do throws(JSONSyntaxError) {
                _ = try JSONTree(parsing: text.bytes, sourceName: first.sourceName, limits: limits)
                break
            } catch let next {
                guard !text.isCausedByCorrection(next) else { break }
                let span = text.originalRange(of: next.span)
                findings.append(Finding(next, at: span, related: next.related.map { text.originalRange(of: $0) }))
                error = next
            }
        }
        findings.sort { $0.span.lowerBound < $1.span.lowerBound }
    }

    /// A text that is not JSON, with all of its syntax errors corrected; `nil` if a correction would be a guess.
    ///
    /// What is correct stays as it is, byte for byte. Comments are deleted, as JSON has none.
    ///
    /// - Complexity: O(*n* · *k*) for *n* bytes and *k* errors.
    package static func corrected(_ bytes: [UInt8], limits: JSONLimits) -> [UInt8]? {
        guard bytes.count <= limits.byteCount else { return nil }
        var text = CorrectedText(bytes, keepsLines: false)
        for _ in 0..<maximumCorrectionCount {
            do throws(JSONSyntaxError) {
                _ = try JSONTree(parsing: text.bytes, limits: limits)
                return text.bytes
            } catch {
                guard error.hasOneCorrection, text.correct(error) else { return nil }
            }
        }
        return nil
    }

    private static let maximumCorrectionCount = 1_000
}

extension JSONSyntaxError {
    /// Whether the correction of the error is what was meant, and does not just take its place.
    fileprivate var hasOneCorrection: Bool {
        switch kind {
        case .byteOrderMark, .trailingComma, .missingComma, .comment, .otherQuote, .unquotedKey: true
        case .unknownWord(_, let meant): meant != nil
        case .unexpected(_, .colon), .unexpected(.character("\u{A0}"), _), .unexpected(.character(","), .key),
            .unexpected(.character(","), .keyOrObjectEnd):
            true
        default: false
        }
    }
}
