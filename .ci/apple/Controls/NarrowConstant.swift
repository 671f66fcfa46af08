// narrow: integer literal '4294967296' overflows
public let longest = Duration.seconds(4_294_967_296)
