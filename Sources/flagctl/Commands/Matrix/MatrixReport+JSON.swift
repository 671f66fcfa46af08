import FlagAnalysis
import FlagResolver

extension MatrixReport {
    /// One document on one line: the stretches, and for each setting its values with the versions that have them.
    ///
    /// A value is written once for all the stretches side by side that have it, so the size grows with the changes and
    /// not with settings times stretches.
    func writeJSON(to buffer: inout TextBuffer) {
        var writer = JSONWriter(reserving: 4096)
        writer.beginObject()
        writer.write(key: "schema")
        writer.write("flagctl/matrix/1")
        writer.write(key: "within")
        writer.write(versions.description)
        writer.write(key: "results")
        writer.beginArray()
        for part in parts {
            writer.beginObject()
            part.write(to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        buffer.write(bytes: writer.bytes)
        buffer.endLine()
    }
}

extension MatrixReport.Part {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.write(key: "file")
        writer.write(document.name)
        writer.write(key: "stretches")
        writer.beginArray()
        for column in matrix.columns {
            writer.beginObject()
            writer.write(members: column)
            writer.endObject()
        }
        writer.endArray()
        writer.write(key: "settings")
        writer.beginArray()
        for row in matrix.rows {
            writer.beginObject()
            writer.write(key: "name")
            writer.write(string: Array(document.settings.nameBytes(of: row.slot)))
            writer.write(key: "values")
            writer.beginArray()
            for run in row.runs { write(run, to: &writer) }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }

    /// Keys that are written for every value, as bytes once and for all.
    private static let stretchKey = Array("stretch".utf8)
    private static let countKey = Array("count".utf8)
    private static let valueKey = Array("value".utf8)

    /// Which stretches, counted from 0, have which value, and where that stands.
    private func write(_ run: SettingsMatrix.Run, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.write(key: Self.stretchKey)
        writer.write(run.columns.lowerBound)
        writer.write(key: Self.countKey)
        writer.write(run.columns.count)
        writer.write(key: Self.valueKey)
        writer.write(run.value, of: document.tree)
        writer.write(document, location: run.value)
        writer.endObject()
    }
}
