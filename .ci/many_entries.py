"""A setting whose entries overlap so much that few of them make hundreds of cases; as ManyEntries in the tests of flagctl."""

COUNTRIES = ["DE", "AT", "CH", "FR", "IT", "ES", "NL", "BE", "PL", "GB", "US", "CA"]
PLATFORMS = ["ios", "macos", "watchos"]


def country(index):
    return COUNTRIES[index % len(COUNTRIES)]


def entry(index):
    kinds = [
        {"appVersion": f"{2 + index // 12}.{index % 5}.{index % 3}", "value": "off"},
        {"appVersion": f">={1 + index // 10}.{index % 7}",
         "when": {"country": country(index), "platform": PLATFORMS[index % 3]}, "value": "modern"},
        {"appVersion": f">={1 + index // 12}.{index % 4}",
         "when": {"osVersion": {"version": f">={14 + index % 5}"}, "country": [country(index + 3), country(index + 7)]},
         "rollout": {"percent": 5 * (1 + index % 7), "salt": "checkout"}, "value": "compact"},
        {"when": {"platform": PLATFORMS[index // 6 % 3], "osVersion": {"version": f"<{13 + index % 4}"}}, "value": "legacy"},
        {"appVersion": f">={2 + index // 15} <{3 + index // 15}.{index % 5}",
         "when": {"country": {"not": [country(index), country(index + 1)]}},
         "rollout": {"percent": 10, "salt": "trial"}, "value": "trial"},
        {"appVersion": f">={1 + index // 11}.{index % 9}",
         "when": {"ring": "beta" if index % 2 else "internal"}, "value": "modern"},
    ]
    return {"name": f"rule {index + 1}", **kinds[index % 6]}


def document(count=57):
    return {"$attributes": {"platform": {"type": "string", "values": PLATFORMS}, "osVersion": {"type": "version"}},
            "checkout": {"defaultValue": "legacy", "valuesByVersion": [entry(index) for index in range(count)]},
            "plain": True}
