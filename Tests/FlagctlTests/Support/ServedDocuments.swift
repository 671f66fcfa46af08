import FlagServerMicrohttpd
import FlagStoreCurl
import Testing

@testable import flagctl

/// What tests of `serve` need.
enum Serving {
    /// Whether the library and `curl` are installed.
    static let isPossible = (try? MicrohttpdLibrary()) != nil && Tool.isThere("curl")

    /// Whether libcurl is installed, which fetches documents of servers.
    static let canFetch = (try? CurlTransport.checkAvailability()) != nil

    /// Why tests of `serve` do not run.
    static let reason: Comment =
        "libmicrohttpd, libcurl or curl is missing: apt-get install libmicrohttpd12 libcurl4 curl"

    /// Lines of shell that define `serve`, which starts a server in the background and waits until it listens; `$url` is its
    /// address, and `$listen` may name another one than the loopback interface. The functions of ``ShellFunctions`` wait for
    /// what it prints, and end it.
    static let functions =
        ShellFunctions.waiting + """
            serve() {
                # What an earlier server printed must not be taken for the start of this one.
                rm -f output messages
                "$program" serve --listen "${listen:-127.0.0.1:0}" "$@" > output 2> messages & pid=$!
                count=0
                until grep -q '^listening' output 2>/dev/null; do
                    count=$((count + 1))
                    if [ $count -gt 1200 ] || ! kill -0 $pid 2>/dev/null; then echo "never listened" >&2; cat messages >&2; exit 98; fi
                    sleep 0.05
                done
                url=$(sed -n 's/^listening on //p' output)
            }
            ask() { curl -sS "$@"; echo; }
            status() { curl -sS -o /dev/null -w '%{http_code}\\n' --max-time 20 "$@"; }

            """
}
