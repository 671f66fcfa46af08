import FlagAnalysis

/// The text around the message and the source line of a diagnostic, rendered once for many diagnostics.
///
/// It depends on the style and on the width of the line number, so the next diagnostic can usually reuse it.
struct DiagnosticFrame {
    /// The width of the line number.
    let gutter: Int
    /// From the end of the first line to the number of the source line.
    let above: [UInt8]
    /// Between the number and the line.
    let beside: [UInt8]
    /// Between the source line and the carets.
    let below: [UInt8]

    private let noteHead: [UInt8]
    private let warningHead: [UInt8]
    private let errorHead: [UInt8]
    private let noteStart: [UInt8]
    private let helpStart: [UInt8]

    /// The kind of a line below an excerpt.
    enum Addition {
        case note
        case help
    }

    init(_ style: TextStyle, gutter: Int) {
        self.gutter = gutter
        let blanks = String(repeating: " ", count: gutter)
        let bar = style.gutter("\(blanks) |")
        // The bar beside a line has the colour of the number before it.
        above = Array("\(bar)\n\(style.opening(.gutter))".utf8)
        beside = Array(" |\(style.closing) ".utf8)
        below = Array("\n\(bar) ".utf8)
        func head(_ severity: Severity) -> [UInt8] {
            Array(": \(style.severity(severity, "\(severity.rawValue):")) ".utf8)
        }
        noteHead = head(.note)
        warningHead = head(.warning)
        errorHead = head(.error)
        func start(_ word: String) -> [UInt8] { Array("\(blanks) \(style.gutter("=")) \(style.bold(word)) ".utf8) }
        noteStart = start("note:")
        helpStart = start("help:")
    }

    /// `: error: ` and the like.
    func head(_ severity: Severity) -> [UInt8] {
        switch severity {
        case .note: noteHead
        case .warning: warningHead
        case .error: errorHead
        }
    }

    /// `   = note: ` and the like.
    func start(_ addition: Addition) -> [UInt8] {
        switch addition {
        case .note: noteStart
        case .help: helpStart
        }
    }
}
