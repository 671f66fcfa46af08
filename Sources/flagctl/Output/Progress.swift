import FlagAnalysis

/// A line on a terminal that says how far a long run is: `1,200 of 3,000 revisions`.
///
/// 1. It is on standard error, and only if that is a terminal, so that no output and no log contains it.
/// 2. It appears after half a second, changes at most ten times a second, and is erased at the end.
struct Progress {
    /// Where the line is shown, and what time it is.
    struct Screen {
        let write: ([UInt8]) -> Void
        /// The time since any fixed moment.
        let now: () -> Duration
    }

    private let screen: Screen?
    private let noun: String
    private let total: Int
    private var count = 0
    /// When the line may be written next.
    private var next = Duration.zero
    private var isShown = false

    private static let delay = Duration.milliseconds(500)
    private static let interval = Duration.milliseconds(100)
    /// Erases the line that the cursor is on, and moves to its start.
    private static let erasing = "\r\u{1B}[K"

    /// - Parameters:
    ///   - noun: What is counted, such as `file`.
    ///   - screen: `nil` if there is no terminal.
    init(_ noun: String, of total: Int, on screen: Screen?) {
        self.noun = noun
        self.total = total
        // One step has no progress.
        self.screen = total > 1 ? screen : nil
        next = self.screen.map { $0.now() + Self.delay } ?? .zero
    }

    /// Counts the next step, which begins.
    mutating func step() {
        guard let screen else { return }
        count += 1
        let now = screen.now()
        guard now >= next else { return }
        next = now + Self.interval
        isShown = true
        let done = ShortText.grouped(count)
        screen.write(Array("\(Self.erasing)\(done) of \(Count.of(grouped: total, noun))".utf8))
    }

    /// Erases the line.
    mutating func end() {
        guard let screen, isShown else { return }
        isShown = false
        screen.write(Array(Self.erasing.utf8))
    }
}

extension Session {
    /// The progress of a loop over files or revisions.
    func progress(_ noun: String, of total: Int) -> Progress {
        Progress(noun, of: total, on: messages.display.canMoveCursor ? .standardError : nil)
    }
}

extension Progress.Screen {
    private static let clock = ContinuousClock()
    private static let start = clock.now

    /// The terminal of standard error. A line that cannot be written is not needed.
    fileprivate static var standardError: Self {
        Self(write: { try? StandardStream.error.write($0) }, now: { start.duration(to: clock.now) })
    }
}
