/// The codes of languages that systems give.
///
/// Standard: ISO 639-1, and ISO 639-3 for languages without a code of two letters.
enum LanguageCodes {
    /// The code that systems give for a language that is written with this one; `nil` if no language has it.
    static func used(for code: String) -> String? {
        if let other = others[code] { return other }
        // Codes of three letters are many thousands.
        return code.utf8.count == 3 || twoLetters.contains(code) ? code : nil
    }

    /// Former codes, codes of three letters beside one of two, and codes of countries that are no languages.
    private static let others = [
        "iw": "he", "in": "id", "ji": "yi", "jp": "ja", "cn": "zh", "cz": "cs", "dk": "da", "vn": "vi",
        "ara": "ar", "ces": "cs", "cze": "cs", "dan": "da", "deu": "de", "ger": "de", "ell": "el", "gre": "el",
        "eng": "en",
        "fas": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu",
        "ind": "id",
        "ita": "it", "jpn": "ja", "kor": "ko", "nld": "nl", "dut": "nl", "nor": "no", "pol": "pl", "por": "pt",
        "ron": "ro",
        "rum": "ro", "rus": "ru", "slk": "sk", "spa": "es", "swe": "sv", "tha": "th", "tur": "tr", "ukr": "uk",
        "vie": "vi",
        "zho": "zh", "chi": "zh",
    ]

    private static let twoLetters: Set<String> = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et \
        eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl \
        km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj \
        om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn \
        to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init))
}
