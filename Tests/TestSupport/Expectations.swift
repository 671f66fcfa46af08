package import Testing

// Each use of the macro `#expect` is expanded and type-checked anew: with it, building the tests took a fifth longer. A call of these
// functions takes next to nothing. Only the macro can expect errors and exits, so that is what it is still used for.

/// Records an issue unless a condition holds.
///
/// - Parameters:
///   - condition: What must hold.
///   - comment: What else to say if it does not hold.
///   - sourceLocation: Where to record the issue, for helpers that check something for their callers; by default where the call is.
package func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard !condition else { return }
    record(
        "the condition does not hold", comment(),
        sourceLocation ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Records an issue unless two values are equal. The parameters are those of ``expect(_:_:sourceLocation:fileID:filePath:line:column:)``.
package func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard actual != expected else { return }
    record(
        "\(described(actual))\nis not equal to\n\(described(expected))", comment(),
        sourceLocation ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Records an issue unless a value is absent. The parameters are those of ``expect(_:_:sourceLocation:fileID:filePath:line:column:)``.
package func expectNil<Value>(
    _ value: Value?, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard let value else { return }
    record(
        "\(described(value))\nis not nil", comment(),
        sourceLocation ?? SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

private func record(_ text: String, _ comment: Comment?, _ place: SourceLocation) {
    let addition = comment.map { "\n\($0.rawValue)" } ?? ""
    Issue.record(Comment(rawValue: text + addition), sourceLocation: place)
}

/// A value as the debugger shows it, so that `"1"` and `1` differ. Texts of several lines stay readable.
private func described(_ value: some Any) -> String {
    if let text = value as? String, text.contains("\n") { return text }
    return String(reflecting: value)
}
