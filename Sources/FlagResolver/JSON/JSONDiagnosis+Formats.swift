/// Texts that are not JSON at all: another format, or a file with git conflict markers.
extension JSONDiagnosis {
    /// The marker of a merge conflict that begins a line at the position.
    func conflictMarker(at position: Int) -> JSONSyntaxError? {
        let markers = ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
        guard position == 0 || bytes[position - 1] == UInt8(ascii: "\n"),
            let marker = markers.first(where: { bytes[position...].starts(with: $0.utf8) })
        else { return nil }
        return failure(.otherFormat(.conflictMarker), position..<(position + marker.utf8.count))
    }

    /// The error for a document that begins like another format.
    ///
    /// - Parameter position: The offset of the first character that is not blank.
    func otherFormat(at position: Int) -> JSONSyntaxError? {
        guard previousOffset(before: position) == nil else { return nil }
        if byte(at: position) == UInt8(ascii: "<") { return failure(.otherFormat(.markup), position..<(position + 1)) }
        let pointer = "version https://git-lfs.github.com/spec/"
        if bytes[position...].starts(with: pointer.utf8) {
            return failure(.otherFormat(.largeFilePointer), position..<(position + pointer.utf8.count))
        }
        return endOfYAML(from: position).map { failure(.otherFormat(.yaml), position..<$0) }
    }

    /// The end of the text that begins a YAML document: `%YAML`, `---`, the `-` of an element, or a key without quotes.
    private func endOfYAML(from position: Int) -> Int? {
        for beginning in ["%YAML", "---"] where bytes[position...].starts(with: beginning.utf8) {
            return position + beginning.utf8.count
        }
        let next = byte(at: position + 1)
        if byte(at: position) == UInt8(ascii: "-"), next == UInt8(ascii: " "), !byte(at: position + 2).isDigit {
            return position + 1
        }
        let end = bytes[position...].firstIndex { !$0.isNameCharacter && $0 != UInt8(ascii: "$") && $0 < 0x80 }
        guard let end, end > position, bytes[end] == UInt8(ascii: ":") else { return nil }
        return end
    }
}

extension JSONSyntaxError {
    /// What a text is instead of JSON.
    package enum OtherFormat: Sendable, Hashable {
        case conflictMarker
        /// HTML or XML.
        case markup
        case yaml
        /// What Git LFS keeps in the repository in place of a file.
        case largeFilePointer

        var message: String {
            switch self {
            case .conflictMarker: "found a conflict marker of git, expected JSON"
            case .markup: "found HTML or XML, expected JSON"
            case .yaml: "found what looks like YAML, expected JSON"
            case .largeFilePointer: "found a pointer of Git LFS, expected the document itself"
            }
        }

        var help: String {
            switch self {
            case .conflictMarker: "resolve the merge conflict, and delete the markers"
            case .markup: "was it downloaded? a server sends an HTML page for an error or a login"
            case .yaml: "convert it, for example with: yq -o json"
            case .largeFilePointer:
                "get the file with: git lfs pull; the file of a revision with: git show REV:PATH | git lfs smudge"
            }
        }
    }
}
