"""The types that recorded releases read, and which JSON values each of them accepts.

A type is a dictionary, as records have them: `{"type": "integer", "swift": "Int8"}`. This file shares no code with flagctl.
"""

import functools
import json
import struct
from fractions import Fraction

INTEGERS = {"Int": (-2**63, 2**63 - 1), "UInt": (0, 2**64 - 1)}
for bits in (8, 16, 32, 64):
    INTEGERS[f"Int{bits}"] = (-2**(bits - 1), 2**(bits - 1) - 1)
    INTEGERS[f"UInt{bits}"] = (0, 2**bits - 1)


fraction = functools.cache(Fraction)


class Number:
    """A number with its spelling."""

    def __init__(self, text):
        self.text = text
        self.value = fraction(text)

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value

    def __repr__(self):
        return self.text


def loads(text):
    """JSON with exact numbers, which are never equal to Booleans."""
    return json.loads(text, parse_int=Number, parse_float=Number)


def dumps(value):
    """JSON with numbers as they are spelled."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, list):
        return "[" + ",".join(map(dumps, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + dumps(member) for key, member in value.items()) + "}"
    return json.dumps(value)


def is_read(swift, number):
    """Whether a floating-point type reads a number: it has an integer exactly, and rounds a number with a fraction or an exponent."""
    # In the native format, an overflow is no error.
    form = "<d" if swift == "Double" else "<f"
    try:
        nearest = struct.unpack(form, struct.pack(form, number.value))[0]
    except OverflowError:
        return False
    return not number.text.lstrip("-").isdigit() or nearest == number.value


def accepts(kind, value):
    """Whether Swift code of a type reads a value."""
    if kind.get("optional") and value is None:
        return True
    name = kind["type"]
    if name == "any":
        return True
    if name == "boolean":
        return isinstance(value, bool)
    if name == "integer":
        low, high = INTEGERS[kind["swift"]]
        return isinstance(value, Number) and value.value.denominator == 1 and low <= value.value <= high
    if name == "number":
        return isinstance(value, Number) and is_read(kind["swift"], value)
    if name == "string":
        return isinstance(value, str) and ("cases" not in kind or kind.get("open", False) or value in kind["cases"])
    if name == "array":
        return isinstance(value, list) and all(accepts(kind["elementType"], element) for element in value)
    if "valueType" in kind:
        return isinstance(value, dict) and all(accepts(kind["valueType"], member) for member in value.values())
    return isinstance(value, dict) and all(
        accepts(member, value[key]) if key in value else member.get("optional", False)
        for key, member in kind["members"].items())


def generated_type(values, cases=None, element_type=None, is_number=False):
    """The type of the key that is generated for a setting with some values; None if they have no type in common.

    `cases` are the strings of its "enum", `element_type` is its "elementType", and `is_number` whether it declares the type
    "number".
    """
    known = [value for value in values if value is not None]
    kinds = {type(value) for value in known}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    found = {
        bool: lambda: {"type": "boolean"},
        Number: lambda: number_type([number.value for number in known], is_number),
        str: lambda: {"type": "string"} if cases is None else {"type": "string", "cases": cases, "open": True},
        list: lambda: array_type([element for value in known for element in value], element_type),
        dict: lambda: object_type(known),
    }[kind]()
    return found and ({**found, "optional": True} if len(known) < len(values) else found)


def number_type(numbers, is_number):
    if not is_number and all(number.denominator == 1 and -2**63 <= number < 2**63 for number in numbers):
        return {"type": "integer", "swift": "Int" if all(-2**31 <= number < 2**31 for number in numbers) else "Int64"}
    return {"type": "number", "swift": "Double"}


def array_type(elements, element_type):
    declared = {"boolean": {"type": "boolean"}, "integer": {"type": "integer", "swift": "Int"},
                "number": {"type": "number", "swift": "Double"}, "string": {"type": "string"}}
    element = generated_type(elements, is_number=element_type == "number") if elements else declared.get(element_type)
    return element and {"type": "array", "elementType": element}


def object_type(objects):
    members = {}
    for key in dict.fromkeys(key for value in objects for key in value):
        found = [value[key] for value in objects if key in value]
        member = generated_type(found)
        if member is None:
            return None
        members[key] = {**member, "optional": True} if len(found) < len(objects) else member
    return {"type": "object", "members": members}
