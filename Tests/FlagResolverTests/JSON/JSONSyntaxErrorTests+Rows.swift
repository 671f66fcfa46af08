/// Texts that are not JSON, and their errors.
extension JSONSyntaxErrorTests {
    static let rows: [Row] = [
        Row(
            "",
            "1:1: the document is empty, expected a value; write an object, such as `{}` for a document without "
                + "settings [json-syntax]"
        ),
        Row(
            "   \n",
            "2:1: the document is empty, expected a value; write an object, such as `{}` for a document without "
                + "settings [json-syntax]"
        ),
        Row(
            "\u{FEFF}{}",
            "1:1: found a byte order mark, expected UTF-8 without one; save the file as UTF-8 without a byte "
                + "order mark [json-syntax]"
        ),
        Row(
            "{\"a\": 1,}",
            "1:8: trailing comma: found `}` after `,`, expected a key in double quotes; delete the comma "
                + "[json-syntax]"
        ),
        Row(
            "{\"a\": 1, ]",
            "1:10: found `]`, expected `}` to close the bracket on line 1; write `}`, or delete this bracket "
                + "[json-syntax]",
            related: "1:1"
        ),
        Row("[1, 2,\n]", "1:6: trailing comma: found `]` after `,`, expected a value; delete the comma [json-syntax]"),
        Row("{\"a\": tru}", "1:7: found `tru`, expected a value; did you mean `true`? [json-syntax]"),
        Row("[nul]", "1:2: found `nul`, expected a value; did you mean `null`? [json-syntax]"),
        Row("[t]", "1:2: found `t`, expected a value; put text in double quotes [json-syntax]"),
        Row(
            "{\n<<<<<<< HEAD\n\"a\": 1",
            "2:1: found a conflict marker of git, expected JSON; resolve the merge conflict, and delete the markers "
                + "[json-syntax]"
        ),
        Row(
            "{\"a\": 1\n=======\n}",
            "2:1: found a conflict marker of git, expected JSON; resolve the merge conflict, and delete the markers "
                + "[json-syntax]"
        ),
        Row(
            "\n<html>",
            "2:1: found HTML or XML, expected JSON; was it downloaded? a server sends an HTML page for an error or a "
                + "login [json-syntax]"
        ),
        Row(
            "payments: true\n",
            "1:1: found what looks like YAML, expected JSON; convert it, for example with: yq -o json [json-syntax]"
        ),
        Row("[1,,2]", "1:4: found `,`, expected a value; delete the comma [json-syntax]"),
        Row("[,1]", "1:2: found `,`, expected a value or `]`; delete the comma [json-syntax]"),
        Row("[1 2]", "1:4: missing comma: found a number, expected `,` before it; insert a comma [json-syntax]"),
        Row("[1 \"a\"]", "1:4: missing comma: found a string, expected `,` before it; insert a comma [json-syntax]"),
        Row("[\"a\" {}]", "1:6: missing comma: found an object, expected `,` before it; insert a comma [json-syntax]"),
        Row(
            "{\"a\": 1 \"b\": 2}",
            "1:9: missing comma: found a string, expected `,` before it; insert a comma [json-syntax]"
        ),
        Row(
            "{\"a\": true false}",
            "1:12: missing comma: found a boolean, expected `,` before it; insert a comma [json-syntax]"
        ),
        Row(
            "[1\n",
            "2:1: unexpected end of the document: expected `,` or `]`; `[` on line 1 is not closed; add the "
                + "missing `]` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "{\n  \"a\": [1, 2",
            "2:13: unexpected end of the document: expected `,` or `]`; `[` on line 2 is not closed; add the "
                + "missing `]` [json-syntax]",
            related: "2:8"
        ),
        Row(
            "{\n  \"a\"",
            "2:6: unexpected end of the document: expected `:` after the key; `{` on line 1 is not closed; add "
                + "the missing `}` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "{\"a\":",
            "1:6: unexpected end of the document: expected a value; `{` on line 1 is not closed; add the missing "
                + "`}` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "{",
            "1:2: unexpected end of the document: expected a key in double quotes or `}`; `{` on line 1 is not "
                + "closed; add the missing `}` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "{\"a\": 1,",
            "1:9: unexpected end of the document: expected a key in double quotes; `{` on line 1 is not closed; "
                + "add the missing `}` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "[",
            "1:2: unexpected end of the document: expected a value or `]`; `[` on line 1 is not closed; add the "
                + "missing `]` [json-syntax]",
            related: "1:1"
        ),
        Row(
            "{\"a\": 1]",
            "1:8: found `]`, expected `}` to close the bracket on line 1; write `}`, or delete this bracket "
                + "[json-syntax]",
            related: "1:1"
        ),
        Row(
            "[1}",
            "1:3: found `}`, expected `]` to close the bracket on line 1; write `]`, or delete this bracket "
                + "[json-syntax]",
            related: "1:1"
        ),
        Row(
            "// no\n{}",
            "1:1: found a comment, which JSON does not allow; delete the comment, or write it as a member "
                + "`\"$comment\"` [json-syntax]"
        ),
        Row(
            "{\"a\": 1 /* no */}",
            "1:9: found a comment, which JSON does not allow; delete the comment, or write it as a member "
                + "`\"$comment\"` [json-syntax]"
        ),
        Row(
            "# no",
            "1:1: found a comment, which JSON does not allow; delete the comment, or write it as a member "
                + "`\"$comment\"` [json-syntax]"
        ),
        Row("{'a': 1}", "1:2: found `'`, expected a double quote; write `\"` [json-syntax]"),
        Row("{\"a\": 'b'}", "1:7: found `'`, expected a double quote; write `\"` [json-syntax]"),
        Row("[\u{201C}a\u{201D}]", "1:2: found `\u{201C}`, expected a double quote; write `\"` [json-syntax]"),
        Row("{a: 1}", "1:2: found `a`, expected a key in double quotes; write `\"a\"` [json-syntax]"),
        Row(
            "{1: 2}",
            "1:2: found `1`, expected a key in double quotes or `}`; a key is a string, as in `\"name\": 1` "
                + "[json-syntax]"
        ),
        Row(
            "{\"a\" 1}",
            "1:6: found `1`, expected `:` after the key; write `:` between a key and its value [json-syntax]"
        ),
        Row(
            "{\"a\" = 1}",
            "1:6: found `=`, expected `:` after the key; write `:` between a key and its value [json-syntax]"
        ),
        Row(
            "{\"a\", 1}",
            "1:5: found `,`, expected `:` after the key; write `:` between a key and its value [json-syntax]"
        ),
        Row("{,}", "1:2: found `,`, expected a key in double quotes or `}`; delete the comma [json-syntax]"),
        Row("{\"a\": True}", "1:7: found `True`, expected a value; did you mean `true`? [json-syntax]"),
        Row("[None]", "1:2: found `None`, expected a value; did you mean `null`? [json-syntax]"),
        Row("[undefined]", "1:2: found `undefined`, expected a value; did you mean `null`? [json-syntax]"),
        Row(
            "[NaN]",
            "1:2: found `NaN`, expected a value; JSON has no such number; write a finite number or `null` "
                + "[json-syntax]"
        ),
        Row(
            "[-Infinity]",
            "1:2: found `-Infinity`, expected a value; JSON has no such number; write a finite number or `null` "
                + "[json-syntax]"
        ),
        Row("[hello]", "1:2: found `hello`, expected a value; put text in double quotes [json-syntax]"),
        Row("[flase]", "1:2: found `flase`, expected a value; did you mean `false`? [json-syntax]"),
        Row("[tru]", "1:2: found `tru`, expected a value; did you mean `true`? [json-syntax]"),
        Row("[trueish]", "1:2: found `trueish`, expected a value; put text in double quotes [json-syntax]"),
        Row("{\"a\": yes}", "1:7: found `yes`, expected a value; did you mean `true`? [json-syntax]"),
        Row(
            "{} {}",
            "1:4: found `{`, expected the end of the document; a document is a single value; delete the text "
                + "after it [json-syntax]"
        ),
        Row("{}}", "1:3: found `}`, expected the end of the document; delete the bracket [json-syntax]"),
        Row("[]]", "1:3: found `]`, expected the end of the document; delete the bracket [json-syntax]"),
        Row(
            "1 2",
            "1:3: found `2`, expected the end of the document; a document is a single value; delete the text "
                + "after it [json-syntax]"
        ),
        Row(
            "true,",
            "1:5: found `,`, expected the end of the document; a document is a single value; delete the text "
                + "after it [json-syntax]"
        ),
        Row("@", "1:1: found `@`, expected a value [json-syntax]"),
        Row("[\u{E9}]", "1:2: found `\u{E9}`, expected a value or `]` [json-syntax]"),
        Row("[\u{7}]", "1:2: found the control character U+0007, expected a value or `]` [json-syntax]"),
        Row(
            "[\u{A0}]",
            "1:2: found the character U+00A0, expected a value or `]`; write an ordinary space [json-syntax]"
        ),
        Row(
            "[\"abc",
            "1:2: unterminated string: found the end of the document, expected `\"`; close the string with `\"` "
                + "[json-syntax]"
        ),
        Row(
            "[\"abc\n\"]",
            "1:2: unterminated string: found a line break, expected `\"`; close the string with `\"`, or write "
                + "the line break as `\\n` [json-syntax]"
        ),
        Row("[\"a\tb\"]", "1:4: found the control character U+0009 in a string; write it as `\\t` [json-syntax]"),
        Row(
            "[\"a\u{0}b\"]",
            "1:4: found the control character U+0000 in a string; write it as `\\u0000` [json-syntax]"
        ),
        Row(
            "[\"a\\",
            "1:4: unterminated string: found the end of the document, expected `\"`; close the string with `\"` "
                + "[json-syntax]"
        ),
        Row(
            "[\"\\x\"]",
            "1:3: found `x` after `\\`, expected one of `\"`, `\\`, `/`, `b`, `f`, `n`, `r`, `t`, `u`; write a "
                + "backslash as `\\\\` [json-syntax]"
        ),
        Row(
            "[\"\\u12\"]",
            "1:3: found `\\u12`, expected four hexadecimal digits after `\\u`; write four digits, as in "
                + "`\\u00e9` [json-syntax]"
        ),
        Row(
            "[\"\\uD800\"]",
            "1:3: found the unpaired surrogate `\\uD800`, expected a surrogate pair; write the character itself, "
                + "or both surrogates, as in `\\ud83d\\ude00` [json-syntax]"
        ),
        Row(
            "[\"\\uDC00\"]",
            "1:3: found the unpaired surrogate `\\uDC00`, expected a surrogate pair; write the character itself, "
                + "or both surrogates, as in `\\ud83d\\ude00` [json-syntax]"
        ),
        Row(
            "[\"\\uD800\\u0041\"]",
            "1:3: found the unpaired surrogate `\\uD800`, expected a surrogate pair; write the character itself, "
                + "or both surrogates, as in `\\ud83d\\ude00` [json-syntax]"
        ),
        Row(
            "[01]",
            "1:2: malformed number `01`: found a digit after a leading zero; delete the zero, or put a code made "
                + "of digits in double quotes [json-syntax]"
        ),
        Row(
            "[-01]",
            "1:2: malformed number `-01`: found a digit after a leading zero; delete the zero, or put a code "
                + "made of digits in double quotes [json-syntax]"
        ),
        Row("[+1]", "1:2: malformed number `+1`: found `+`, expected a digit or `-`; delete the `+` [json-syntax]"),
        Row("[.5]", "1:2: malformed number `.5`: expected a digit before `.`; write `0` before the `.` [json-syntax]"),
        Row(
            "[1.]",
            "1:2: malformed number `1.`: expected a digit after `.`; write a digit, or delete the `.` "
                + "[json-syntax]"
        ),
        Row(
            "[1.e3]",
            "1:2: malformed number `1.e3`: expected a digit after `.`; write a digit, or delete the `.` "
                + "[json-syntax]"
        ),
        Row(
            "[1e]",
            "1:2: malformed number `1e`: expected a digit in the exponent; write a digit, or delete the exponent "
                + "[json-syntax]"
        ),
        Row(
            "[1e+]",
            "1:2: malformed number `1e+`: expected a digit in the exponent; write a digit, or delete the "
                + "exponent [json-syntax]"
        ),
        Row(
            "[-]",
            "1:2: malformed number `-`: expected a digit after `-`; write a digit, or delete the `-` "
                + "[json-syntax]"
        ),
        Row("[-x]", "1:2: found `-x`, expected a value; put text in double quotes [json-syntax]"),
        Row(
            "[0x10]",
            "1:2: malformed number `0x10`: expected only digits, one `.` and an exponent; put text, such as a "
                + "version, in double quotes [json-syntax]"
        ),
        Row(
            "[1_000]",
            "1:2: malformed number `1_000`: expected only digits, one `.` and an exponent; put text, such as a "
                + "version, in double quotes [json-syntax]"
        ),
        Row(
            "[1.2.3]",
            "1:2: malformed number `1.2.3`: expected only digits, one `.` and an exponent; put text, such as a "
                + "version, in double quotes [json-syntax]"
        ),
        Row(
            "1.4.0",
            "1:1: malformed number `1.4.0`: expected only digits, one `.` and an exponent; put text, such as a "
                + "version, in double quotes [json-syntax]"
        ),
        Row(
            "[1e309]",
            "1:2: the number `1e309` is out of range, expected at most about 1.8e308 in magnitude; write a number "
                + "closer to zero, or a string [json-syntax]"
        ),
        Row(
            "[-1e400]",
            "1:2: the number `-1e400` is out of range, expected at most about 1.8e308 in magnitude; write a number "
                + "closer to zero, or a string [json-syntax]"
        ),
        Row(
            "{\"a\": 1, \"a\": 2}",
            "1:10: duplicate key \"a\", expected each key once in an object; delete or rename one of the two "
                + "[duplicate-key]",
            related: "1:2"
        ),
        Row(
            "{\n \"a\": 1,\n \"\\u0061\": 2\n}",
            "3:2: duplicate key \"a\", expected each key once in an object; delete or rename one of the two "
                + "[duplicate-key]",
            related: "2:2"
        ),
        Row("*", "1:1: found `*`, expected a value [json-syntax]"),
        Row("{\"a\": }", "1:7: found `}`, expected a value; write a value, or delete the key [json-syntax]"),
        Row("{\"a\": , \"b\": 1}", "1:7: found `,`, expected a value; write a value, or delete the key [json-syntax]"),
        Row("{\"a\": ]", "1:7: found `]`, expected a value [json-syntax]"),
        Row(
            "[}",
            "1:2: found `}`, expected `]` to close the bracket on line 1; write `]`, or delete this bracket "
                + "[json-syntax]",
            related: "1:1"
        ),
        Row("[nullx, 1]", "1:2: found `nullx`, expected a value; put text in double quotes [json-syntax]"),
    ]
}
