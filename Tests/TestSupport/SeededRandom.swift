/// A small deterministic random source (SplitMix64), so that a failing test can be repeated.
///
/// Tests print the seed with a failure; the same seed gives the same sequence on every platform. With another `TEST_SEED` in
/// the environment, every seed gives another sequence.
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed ^ (TestScale.seed &* 0x2545_F491_4F6C_DD1D)
    }

    /// One of some texts.
    package mutating func pick(_ texts: [String]) -> String { texts.randomElement(using: &self) ?? "" }

    /// Whether something happens that has a chance of some percent.
    package mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed &>> 31)
    }
}
