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
    /// address, and `$listen` may name another one than the loopback interface. `end` stops it with a signal and prints its status; `await TEXT FILE` waits for a text in a file.
    static let functions = """
        await() {
            count=0
            until grep -q -- "$1" "$2" 2>/dev/null; do
                count=$((count + 1))
                if [ $count -gt 1200 ]; then echo "never came: $1" >&2; cat output messages >&2; kill $pid; exit 97; fi
                sleep 0.05
            done
        }
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
        end() {
            kill -"$1" $pid
            (sleep 60; kill -9 $pid) > /dev/null 2>&1 & guard=$!
            wait $pid; echo "status $?"
            kill $guard 2> /dev/null
        }
        ask() { curl -sS "$@"; echo; }
        status() { curl -sS -o /dev/null -w '%{http_code}\\n' --max-time 20 "$@"; }

        """
}
