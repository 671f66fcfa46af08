import FlagResolver
import TestSupport
import Testing

struct AttributeReadingTests {
    @Test func `a value is read as its own kind only`() {
        let values: [AttributeValue] = ["text", true, 7, .version("17.2")]
        expectEqual(values.map(\.asString), ["text", nil, nil, nil])
        expectEqual(values.map(\.asBoolean), [nil, true, nil, nil])
        expectEqual(values.map(\.asInteger), [nil, nil, 7, nil])
        expectEqual(values.map(\.asDouble), [nil, nil, 7, nil])
        expectEqual(values.map(\.asVersion), [nil, nil, nil, "17.2"])
    }

    @Test func `numbers are read by their values, and a version may be a string`() {
        expectEqual(AttributeValue(2.0)?.asInteger, 2)
        expectNil(AttributeValue(2.5)?.asInteger)
        expectEqual(AttributeValue(2.5)?.asDouble, 2.5)
        expectNil(AttributeValue(UInt64.max).asInteger)
        expectEqual(AttributeValue(Int.min).asInteger, Int.min)
        expectEqual(AttributeValue(Int.max).asInteger, Int.max)
        expectEqual(AttributeValue(1e300)?.asDouble, 1e300)
        expectEqual(AttributeValue.string("1.4.0").asVersion, "1.4.0")
        expectNil(AttributeValue.string("x").asVersion)
    }
}
