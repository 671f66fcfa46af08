extension Duration {
    /// The longest time that a store works with, 136 years. Sums of longer times could overflow.
    static let longest = Duration.seconds(Int64(1) << 32)
}
