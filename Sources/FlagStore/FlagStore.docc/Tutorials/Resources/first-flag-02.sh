flagctl init --document Sources/Shop/Flags.json
