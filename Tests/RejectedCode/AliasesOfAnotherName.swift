import TolerantDecoding

struct Payment: Decodable {
    let amount: Double

    enum CodingKeys: String, TolerantCodingKey {
        case amount

        // error: requires the types 'Payment.CodingKeys.OtherNames' and 'NoAliases<Payment.CodingKeys>' be equivalent
        enum OtherNames: String, KeyAliases {
            case total
            var target: CodingKeys { .amount }
        }
    }
}
