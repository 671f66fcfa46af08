/// Test results in the JUnit format, which CI systems read. Passed cases are listed too.
struct JUnitReport {
    /// One check.
    struct Case {
        enum Outcome {
            case passed(remarks: String?)
            /// A summary in one line, and the details.
            case failed(message: String, details: String)
            /// It could not be decided: the reason in one line, and the details.
            case error(message: String, details: String)
            /// It was not checked.
            case skipped(message: String)
        }

        let name: String
        let outcome: Outcome
    }

    /// The cases of one file.
    struct Suite {
        let name: String
        let cases: [Case]
    }

    /// The command that ran.
    let name: String
    let suites: [Suite]

    func write(to buffer: inout TextBuffer) {
        buffer.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        let all = suites.flatMap(\.cases)
        buffer.write("<testsuites name=\"\(XMLText.escaped(name))\" \(counts(of: all))>\n")
        for suite in suites {
            buffer.write("  <testsuite name=\"\(XMLText.escaped(suite.name))\" \(counts(of: suite.cases))>\n")
            for testCase in suite.cases { write(testCase, of: suite, to: &buffer) }
            buffer.write("  </testsuite>\n")
        }
        buffer.write("</testsuites>\n")
    }

    private func counts(of cases: [Case]) -> String {
        var failures = 0
        var errors = 0
        var skipped = 0
        for testCase in cases {
            switch testCase.outcome {
            case .passed: break
            case .failed: failures += 1
            case .error: errors += 1
            case .skipped: skipped += 1
            }
        }
        return "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\""
    }

    private func write(_ testCase: Case, of suite: Suite, to buffer: inout TextBuffer) {
        buffer.write(
            "    <testcase name=\"\(XMLText.escaped(testCase.name))\" classname=\"\(XMLText.escaped(suite.name))\"")
        switch testCase.outcome {
        case .passed(nil): buffer.write("/>\n")
        case .passed(let remarks?):
            buffer.write(">\n      <system-out>\(XMLText.escaped(remarks))</system-out>\n    </testcase>\n")
        case .failed(let message, let details): write("failure", message, details, to: &buffer)
        case .error(let message, let details): write("error", message, details, to: &buffer)
        case .skipped(let message):
            buffer.write(">\n      <skipped message=\"\(XMLText.escaped(message))\"/>\n    </testcase>\n")
        }
    }

    private func write(_ element: String, _ message: String, _ details: String, to buffer: inout TextBuffer) {
        buffer.write(">\n      <\(element) message=\"\(XMLText.escaped(message))\">")
        buffer.write("\(XMLText.escaped(details))</\(element)>\n    </testcase>\n")
    }
}

/// Text for XML 1.0, for content and for attributes.
enum XMLText {
    static func escaped(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (scalar, isHidden) in zip(scalars, HiddenCharacters(in: scalars).flags) {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            // XML cannot contain some of these characters, not even escaped.
            case _ where isHidden || scalar.value & 0xFFFE == 0xFFFE:
                result += PlainText.escape(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
