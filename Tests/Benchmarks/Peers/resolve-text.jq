# The effective values of a settings document for one version, as `flagctl resolve` prints them.
# It knows the two forms of requirement that the benchmark's documents have, and no errors. The settings of these documents
# are already in natural order, so it does not sort them.
($version / "." | map(tonumber)) as $current
| def holds:
    . == $version
    or (startswith(">=")
      and ((.[2:] / " <")
        | (.[0] / "." | map(tonumber)) <= $current and $current < (.[1] / "." | map(tonumber))));
  [
    keys_unsorted[] as $group | .[$group] | keys_unsorted[] as $name
    | [$group + "." + $name,
       (.[$name]
        | first((.valuesByVersion[] | select(.appVersion | holds) | .value), .defaultValue)
        | if type == "string" then . else tojson end)]
  ]
| (map(.[0] | length) | max + 2) as $width
| .[]
| .[0] + (" " * ($width - (.[0] | length))) + .[1] + "\n"
