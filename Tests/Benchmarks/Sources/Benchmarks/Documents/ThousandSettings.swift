import FlagResolver

/// A thousand settings as this library decodes them: a quarter each Boolean, integer, string and object.
struct ThousandSettings: Decodable {
    let group0, group1, group2, group3, group4, group5, group6, group7, group8, group9: HundredSettings
}

struct HundredSettings: Decodable {
    let flag0, flag1, flag2, flag3, flag4, flag5, flag6, flag7, flag8, flag9, flag10, flag11, flag12, flag13, flag14,
        flag15, flag16, flag17, flag18, flag19, flag20, flag21, flag22, flag23, flag24: PropertySetting<Bool>
    let number0, number1, number2, number3, number4, number5, number6, number7, number8, number9, number10, number11,
        number12, number13, number14, number15, number16, number17, number18, number19, number20, number21, number22,
        number23, number24: PropertySetting<Int>
    let text0, text1, text2, text3, text4, text5, text6, text7, text8, text9, text10, text11, text12, text13, text14,
        text15, text16, text17, text18, text19, text20, text21, text22, text23, text24: PropertySetting<String>
    let object0, object1, object2, object3, object4, object5, object6, object7, object8, object9, object10, object11,
        object12, object13, object14, object15, object16, object17, object18, object19, object20, object21, object22,
        object23, object24: PropertySetting<Style>
}

/// The same thousand with nothing but synthesized `Decodable`: no resolution, and no look for unknown members.
struct ThousandPlainSettings: Decodable {
    let group0, group1, group2, group3, group4, group5, group6, group7, group8, group9: HundredPlainSettings
}

struct HundredPlainSettings: Decodable {
    let flag0, flag1, flag2, flag3, flag4, flag5, flag6, flag7, flag8, flag9, flag10, flag11, flag12, flag13, flag14,
        flag15, flag16, flag17, flag18, flag19, flag20, flag21, flag22, flag23, flag24: PlainSetting<Bool>
    let number0, number1, number2, number3, number4, number5, number6, number7, number8, number9, number10, number11,
        number12, number13, number14, number15, number16, number17, number18, number19, number20, number21, number22,
        number23, number24: PlainSetting<Int>
    let text0, text1, text2, text3, text4, text5, text6, text7, text8, text9, text10, text11, text12, text13, text14,
        text15, text16, text17, text18, text19, text20, text21, text22, text23, text24: PlainSetting<String>
    let object0, object1, object2, object3, object4, object5, object6, object7, object8, object9, object10, object11,
        object12, object13, object14, object15, object16, object17, object18, object19, object20, object21, object22,
        object23, object24: PlainSetting<Style>
}

struct PlainSetting<Value: Decodable>: Decodable {
    let defaultValue: Value
    let valuesByVersion: [PlainEntry<Value>]
}

struct PlainEntry<Value: Decodable>: Decodable {
    let appVersion: String
    let value: Value
}

/// The value of a setting that is an object.
struct Style: Decodable {
    let color: Int
    let names: [String]
}
