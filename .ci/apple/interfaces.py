"""Converts the textual interfaces of the toolchain's modules to those of an Apple platform."""

import re


def interface(text, name, platform, is_for_tests):
    """The interface of a Linux module, converted to an Apple platform."""
    head, separator, body = text.partition("\n// swift-module-flags-ignorable")
    head = re.sub(r"-target \S+", f"-target {platform.triple}", head).replace(" -static ", " ")
    # Types and availability do not depend on the bodies of functions, which take ten times as long as the rest. Only what is known of
    # constants does, on the bodies of transparent functions: whether they fit into 32 bits, and whether those of tests are constant.
    bodies = "non-inlinable" if name == "Swift" and (platform.is_narrow or is_for_tests) else "all"
    head = head.replace(" -O ", f" -Onone -experimental-skip-{bodies}-function-bodies ")
    if bodies == "non-inlinable":
        body = re.sub(r"@inlinable (?=.*\binternal\b)", "@usableFromInline ", body).replace("@inlinable ", "")
        body = re.sub(r"@_alwaysEmitIntoClient (?!.*\binternal\b)", "", body)
    body = re.sub(r"@backDeployed\([^)]*\)", "", body)
    body = re.sub(r"(?m)^import (Swift)?Glibc.*$", "", body)
    # This function exists on Linux only.
    body = body.replace("_swift_stdlib_gettid()", "(0 as UInt32)")
    if name == "Testing" and platform.name in ("ios", "tvos", "watchos"):
        body = re.sub(r"(?m)^(?=.*\bpublic macro \w+\(processExitsWith )", "@available(*, unavailable) ", body)
    if platform.is_narrow and name == "Swift":
        body = narrowed(body)
    return head + separator + body


def narrowed(text):
    """The interface of the standard library, converted to an Int and a UInt of 32 bits.

    The text contains the bodies of inlinable functions. They only have to compile: their behaviour is irrelevant.
    """

    def halved(text):
        text = re.sub(r"(?<!Swift\.)(?<!U)Int(64|128)", lambda match: f"Int{int(match[1]) // 2}", text)
        text = re.sub(r"[sz]extOrBitCast_Word_Int32", "truncOrBitCast_Word_Int32", text)
        text = text.replace("truncOrBitCast_Int32_Word", "zextOrBitCast_Int32_Word")
        # Widths, and the bounds in conversions from floating-point numbers.
        text = re.sub(r"\b6([34])\b", lambda match: f"3{int(match[1]) - 2}", text)
        text = text.replace("18446744073709551616", "4294967296").replace("9223372036854775808", "2147483648")
        return re.sub(r"922337203685477\d{4}|9223373136366403584", "2147483649", text)

    def within(pattern, change, text):
        """Changes top-level declarations, from a line that matches to the next closing brace in the first column."""
        return re.sub(rf"(?ms)^({pattern}\n)(.*?^}}\n)", lambda match: match[1] + change(match[2]), text)

    text = within(r"@frozen public struct U?Int : [^\n]*", halved, text)
    text = within(r"extension Swift\.U?Int : Swift\.SIMDScalar \{", halved, text)
    text = within(r"extension Swift\.U?Int : Swift\.Hashable \{",
                  lambda body: body.replace("UInt64(_value)", "UInt64(UInt(_value))"), text)
    # Vectors of Int have special operations, which the package does not use.
    text = re.sub(r"(?ms)^extension Swift\.SIMD\w* where \w+ == Swift\.(U?Int|SIMD\d+<Swift\.U?Int>) \{\n.*?^}\n", "",
                  text)
    # Conversions between Int, or UInt, and other types.
    for pattern, replacement in (
        (r"UInt\(Builtin\.trunc_Int128_Int64", "UInt(Builtin.trunc_Int128_Int32"),
        (r"([su]itofp)_Int64_(\w+\((v|extended)\._value)", r"\1_Int32_\2"),
        (r"return Int\(Builtin\.assumeNonNegative_Int64", "return Int(Builtin.assumeNonNegative_Int32"),
        (r"Builtin\.([sz])extOrBitCast_(Int\d+)_Int64\(_value\)", r"Builtin.\1extOrBitCast_\2_Int32(_value)"),
        (r"Builtin\.[sz]extOrBitCast_Int64_Int32\(_value\)", "Builtin.truncOrBitCast_Int64_Int32(_value)"),
        (r"Builtin\.truncOrBitCast_Int64_(Int\d+)\(bits\._value\)", r"Builtin.truncOrBitCast_Int32_\1(bits._value)"),
        (r"Builtin\.truncOrBitCast_Int32_Int64\(bits\._value\)", "Builtin.zextOrBitCast_Int32_Int64(bits._value)"),
        # C library functions for long doubles, and a pointer mask.
        (r"_stdlib_(remainder|squareRoot)l\(.*\)", "0"),
        (r"return 0x4000_0000_0000_0000", "return 0x4000_0000"),
    ):
        text = re.sub(pattern, replacement, text)
    return text
