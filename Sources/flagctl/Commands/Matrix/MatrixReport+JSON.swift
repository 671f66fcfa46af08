import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// One document on one line: the intervals, and for each setting its values with the versions that have them.
    ///
    /// A value is written once for all the intervals side by side that have it, so the size grows with the changes and
    /// not with settings times intervals.
    func writeJSON(to buffer: inout TextBuffer) {
        buffer.writeDocument("matrix", failures) { writer in
            writer.write(key: "within", versions.description)
            writer.writeObjects(key: "results", for: parts) { writer, part in
                part.write(to: &writer)
            }
        }
    }
}

extension MatrixReport.Part {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.write(key: "file", document.name)
        writer.writeObjects(key: "stretches", for: matrix.columns) { writer, column in
            writer.write(members: column)
        }
        writer.writeArray(key: "settings") { writer in
            var text: [UInt8] = []
            for row in matrix.rows {
                text.removeAll(keepingCapacity: true)
                write(row, to: &text)
                writer.write(raw: text)
            }
        }
    }

    /// The object of a setting, as bytes: with tens of thousands of values, key by key would cost several times as much.
    private func write(_ row: SettingsMatrix.Row, to text: inout [UInt8]) {
        text.write("{\"name\":")
        JSONWriter.appendString(Array(document.settings.nameBytes(of: row.settingIndex)), to: &text)
        text.write(",\"values\":[")
        for (index, segment) in row.segments.enumerated() {
            if index > 0 { text.write(",") }
            write(segment, to: &text)
        }
        text.write("]}")
    }

    /// Which intervals, counted from 0, have which value, and where that stands.
    private func write(_ segment: SettingsMatrix.Segment, to text: inout [UInt8]) {
        text.write("{\"stretch\":")
        text.write(segment.columns.lowerBound)
        text.write(",\"count\":")
        text.write(segment.columns.count)
        text.write(",\"value\":")
        matrix.tree.writeCompact(segment.value, to: &text)
        let (file, location) = document.location(of: segment.value)
        if file != document.name {
            text.write(",\"file\":")
            JSONWriter.appendString(Array(file.utf8), to: &text)
        }
        text.write(",\"line\":")
        text.write(location.line)
        text.write(",\"column\":")
        text.write(location.column)
        text.write("}")
    }
}
