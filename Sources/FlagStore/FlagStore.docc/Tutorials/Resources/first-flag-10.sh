sed -i.bak 's/newCheckout/fastCheckout/' Sources/Shop/Flags.json flags.policies
rm Sources/Shop/Flags.json.bak flags.policies.bak
flagctl check
swift build
