import FlagResolver
import Testing

struct AttributeReadingTests {
    @Test func `a value is read as its own kind only`() {
        let values: [AttributeValue] = ["text", true, 7, .version("17.2")]
        #expect(values.map(\.asString) == ["text", nil, nil, nil])
        #expect(values.map(\.asBoolean) == [nil, true, nil, nil])
        #expect(values.map(\.asInteger) == [nil, nil, 7, nil])
        #expect(values.map(\.asDouble) == [nil, nil, 7, nil])
        #expect(values.map(\.asVersion) == [nil, nil, nil, "17.2"])
    }

    @Test func `numbers are read by their values, and a version may be a string`() {
        #expect(AttributeValue(2.0)?.asInteger == 2)
        #expect(AttributeValue(2.5)?.asInteger == nil)
        #expect(AttributeValue(2.5)?.asDouble == 2.5)
        #expect(AttributeValue(UInt64.max).asInteger == nil)
        #expect(AttributeValue(Int.min).asInteger == Int.min)
        #expect(AttributeValue(Int.max).asInteger == Int.max)
        #expect(AttributeValue(1e300)?.asDouble == 1e300)
        #expect(AttributeValue.string("1.4.0").asVersion == "1.4.0")
        #expect(AttributeValue.string("x").asVersion == nil)
    }
}
