# The effective values of a settings document for one version, as `flagctl resolve --format json` prints them.
# It knows the two forms of requirement that the benchmark's documents have, and no errors. The settings of these documents
# are already in natural order, so it does not sort them.
($version / "." | map(tonumber)) as $current
| def holds:
    . == $version
    or (startswith(">=")
      and ((.[2:] / " <")
        | (.[0] / "." | map(tonumber)) <= $current and $current < (.[1] / "." | map(tonumber))));
  {
    schema: "flagctl/resolve/1",
    results: [{
      file: $file,
      version: $version,
      values: (
        reduce (
          keys_unsorted[] as $group | .[$group] | keys_unsorted[] as $name
          | [$group + "." + $name,
             (.[$name] | first((.valuesByVersion[] | select(.appVersion | holds) | .value), .defaultValue))]
        ) as $setting ({}; setpath([$setting[0]]; $setting[1])))
    }]
  }
| tojson, "\n"
