/// Lines of shell for programs that run beside the lines of a test, as `$pid`.
enum ShellFunctions {
    /// Functions that wait, each for at most a minute:
    ///
    /// - `eventually COMMAND…` until a command succeeds;
    /// - `await TEXT FILE [COUNT]` until a text is in a file, or in as many of its lines;
    /// - `ended` until the program has ended by itself, and prints its status;
    /// - `end SIGNAL` until the program has ended after a signal, and prints its status.
    static let waiting = """
        eventually() {
            count=0
            until "$@"; do
                count=$((count + 1))
                if [ $count -gt 1200 ]; then echo "never: $*" >&2; cat output messages >&2; kill $pid; exit 97; fi
                sleep 0.05
            done
        }
        occurs() { [ "$(grep -c -- "$2" "$3" 2> /dev/null)" -ge "$1" ] 2> /dev/null; }
        await() { eventually occurs "${3:-1}" "$1" "$2"; }
        ended() {
            (sleep 60; kill -9 $pid) > /dev/null 2>&1 & guard=$!
            wait $pid; echo "status $?"
            kill $guard 2> /dev/null
        }
        end() { kill -"$1" $pid; ended; }

        """
}
