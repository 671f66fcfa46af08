"""Finds arithmetic that is correct only if Int has 64 bits.

On watchOS, Int has 32 bits. The compiler rejects constants that do not fit, but no values at run time: a shift beyond the
width gives 0, and a conversion or a product that does not fit traps. This module finds such expressions in the compiler's
intermediate language, in which every conversion is a call with its types.
"""

import pathlib
import re

# A product of Int with such a factor is a time (milliseconds, days), which needs 64 bits.
LARGE_FACTOR = 1_000

LOCATION = re.compile(r'loc \*? ?"([^"]+)":(\d+):(\d+)')
LITERAL = re.compile(r"(%\d+) = integer_literal \$Builtin\.IntLiteral, (-?\d+)")
FUNCTION = re.compile(r"(%\d+) = function_ref @(\S+)")
SHIFT = re.compile(r'witness_method \$(U?Int), #\w+\."<<=?"|// function_ref (?:static|infix)? ?(U?Int)\.(?:&?<<=?) infix')
APPLY = re.compile(r"(?:(%\d+) = )?apply (%\d+)(?:<([^>]*)>)?\(([^)]*)\)")

FROM_LITERAL = re.compile(r"^\$sS[iu]22_builtinIntegerLiteral")
FROM_FLOATING_POINT = re.compile(r"^\$sS[iu]yS[iu]S[df]cfC$")
FROM_INTEGER = re.compile(r"^\$sS[ZU]ss17FixedWidthIntegerRzrlEyxqd__cSzRd__lufC$")
PRODUCT = re.compile(r"^\$sS[iu](1m|2am|2me|3ame)oi")
DURATION = re.compile(r"^\$ss8DurationV\d+(seconds|milliseconds|microseconds|nanoseconds)yABxSzRzlFZ$")
WIDE = ("Int64", "UInt64", "Int128", "UInt128")


def narrow_faults(text):
    """The locations that need 64 bits: (file, line, column, reason), sorted and without duplicates."""
    faults = set()
    for function in re.split(r"(?m)^} // end sil function.*$", text):
        literals, functions = {}, {}
        for line in function.splitlines():
            place = LOCATION.search(line)
            if match := LITERAL.search(line):
                literals[match[1]] = int(match[2])
            if match := FUNCTION.search(line):
                functions[match[1]] = match[2]
            if not place:
                continue
            file, row, column = place[1], int(place[2]), int(place[3])
            if (match := SHIFT.search(line)) and not is_small_shift(file, row, column):
                faults.add((file, row, column, f"a shift of {match[1] or match[2]}: beyond 31 bits it gives 0"))
            if match := APPLY.search(line):
                result, name = match[1], functions.get(match[2], "")
                types = [part.strip() for part in (match[3] or "").split(",")]
                operands = re.findall(r"%\d+", match[4])
                reason = fault(name, types, operands, literals)
                if reason and not (DURATION.match(name) and is_literal_duration(file, row, column)):
                    faults.add((file, row, column, reason))
                if result and FROM_LITERAL.match(name) and operands and operands[0] in literals:
                    literals[result] = literals[operands[0]]
    return sorted(faults)


def fault(name, types, operands, literals):
    if FROM_FLOATING_POINT.match(name):
        return "a conversion from floating point, which traps beyond 31 bits"
    if FROM_INTEGER.match(name) and len(types) == 2 and types[0] in ("Int", "UInt") and types[1] in WIDE:
        return f"a conversion from {types[1]}, which traps beyond 31 bits"
    if DURATION.match(name) and types in (["Int"], ["UInt"]):
        return f"a duration of {types[0]}, whatever unit it is in"
    if PRODUCT.match(name) and any(abs(literals.get(operand, 0)) >= LARGE_FACTOR for operand in operands):
        return "a product with a large factor, which traps beyond 31 bits"
    return None


def source_line(file, row):
    lines = pathlib.Path(file).read_text(encoding="utf-8").splitlines()
    return lines[row - 1] if row <= len(lines) else ""


def is_small_shift(file, row, column):
    """Whether a shift has literal operands and a result that fits, such as `1 << 20`."""
    line = source_line(file, row)
    before = re.search(r"(\w+)\s*$", line[:column - 1])
    after = re.match(r"<<=?\s*(\w+)", line[column - 1:])
    try:
        return int(before[1], 0) << int(after[1], 0) < 1 << 31
    except (TypeError, ValueError):
        return False


def is_literal_duration(file, row, column):
    """Whether a duration is created from a literal; the compiler rejects one that does not fit."""
    return bool(re.match(r"\.?(seconds|milliseconds|microseconds|nanoseconds)\(\s*-?[\d_]+\s*\)",
                         source_line(file, row)[column - 1:]))
