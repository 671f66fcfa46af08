/// MT19937 with the seeding and the derived draws of Python's `random`, so that both draw the same.
///
/// Standard: M. Matsumoto and T. Nishimura, *Mersenne Twister*, 1998; seeded by array as in their code of 2002.
struct MersenneTwister {
    private static let size = 624
    private var state: [UInt32]
    private var position = size

    /// The generator that `random.Random(seed)` makes.
    init(seed: UInt32) {
        state = [19_650_218]
        for index in 1..<UInt32(Self.size) {
            let last = state[Int(index) - 1]
            state.append(1_812_433_253 &* (last ^ last >> 30) &+ index)
        }
        var index = 1
        for _ in 0..<Self.size {
            let last = state[index - 1]
            state[index] = (state[index] ^ (last ^ last >> 30) &* 1_664_525) &+ seed
            advance(&index)
        }
        for _ in 1..<Self.size {
            let last = state[index - 1]
            state[index] = (state[index] ^ (last ^ last >> 30) &* 1_566_083_941) &- UInt32(index)
            advance(&index)
        }
        state[0] = 0x8000_0000
    }

    private mutating func advance(_ index: inout Int) {
        index += 1
        if index >= Self.size {
            state[0] = state[Self.size - 1]
            index = 1
        }
    }

    /// The next 32 bits.
    mutating func next() -> UInt32 {
        if position >= Self.size { refill() }
        var word = state[position]
        position += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C_5680
        word ^= word << 15 & 0xEFC6_0000
        return word ^ word >> 18
    }

    private mutating func refill() {
        for index in 0..<Self.size {
            let word = state[index] & 0x8000_0000 | state[(index + 1) % Self.size] & 0x7FFF_FFFF
            state[index] = state[(index + 397) % Self.size] ^ word >> 1 ^ (word & 1) &* 0x9908_B0DF
        }
        position = 0
    }

    /// What `random()` draws: a fraction from 0 up to 1.
    mutating func fraction() -> Double {
        let high = Double(next() >> 5)
        let low = Double(next() >> 6)
        return (high * 67_108_864 + low) / 9_007_199_254_740_992
    }

    /// What `randint` draws: a number in a range.
    mutating func integer(in range: ClosedRange<Int>) -> Int {
        let count = UInt32(range.count)
        let shift = count.leadingZeroBitCount
        while true {
            let draw = next() >> shift
            if draw < count { return range.lowerBound + Int(draw) }
        }
    }
}
