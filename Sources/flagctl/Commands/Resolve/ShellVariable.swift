import FlagResolver

/// Which shell variables must not be set from a document.
enum ShellVariable {
    /// Whether a text is a POSIX name: ASCII letters, digits and `_`, not beginning with a digit.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !first.isDigit else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// Why a variable must not be set from a document; `nil` if it may be.
    ///
    /// No list can be complete, because programs may read any variable. Only a prefix makes a document safe.
    static func problem(with variable: String) -> String? {
        if !isName(variable) { return "is not a valid variable name" }
        if shells.contains(variable) || shellPrefixes.contains(where: variable.hasPrefix) {
            return "shells use themselves"
        }
        if programs.contains(variable) || programPrefixes.contains(where: variable.hasPrefix) {
            return "changes how programs run"
        }
        return nil
    }

    /// Variables that POSIX, bash, dash, ksh or zsh set, or that change what a script means.
    private static let shells: Set<String> = [
        "ARGC", "ARGV0", "BASH", "BASHOPTS", "BASHPID", "CDPATH", "CHILD_MAX", "COLUMNS", "COMPREPLY", "COPROC",
        "CORRECT_IGNORE", "CPUTYPE", "DIRSTACK", "DIRSTACKSIZE", "EGID", "EMACS", "ENV", "EPOCHREALTIME",
        "EPOCHSECONDS", "ERRNO", "EUID", "EXECIGNORE", "EXINIT", "FC", "FCEDIT", "FIGNORE", "FPATH", "FUNCNAME",
        "FUNCNEST", "GID", "GLOBIGNORE", "GLOBSORT", "GROUPS", "HISTCHARS", "HISTCMD", "HISTCONTROL", "HISTEDIT",
        "HISTFILE", "HISTFILESIZE", "HISTIGNORE", "HISTORY", "HISTSIZE", "HISTTIMEFORMAT", "HOME", "HOST", "HOSTFILE",
        "HOSTNAME", "HOSTTYPE", "IFS", "IGNOREEOF", "INPUTRC", "INSIDE_EMACS", "KEYBOARD_HACK", "KEYTIMEOUT", "LINENO",
        "LINES", "LISTMAX", "LOGCHECK", "LOGNAME", "MACHTYPE", "MAIL", "MAILCHECK", "MAILPATH", "MAPFILE",
        "MODULE_PATH", "NULLCMD", "OLDPWD", "OPTARG", "OPTERR", "OPTIND", "OSTYPE", "PATH", "PIPESTATUS",
        "POSIXLY_CORRECT", "POSTEDIT", "PPID", "PROMPT", "PROMPT2", "PROMPT3", "PROMPT4", "PROMPT_COMMAND",
        "PROMPT_DIRTRIM", "PS0", "PS1", "PS2", "PS3", "PS4", "PSVAR", "PWD", "RANDOM", "READNULLCMD", "REPLY",
        "REPORTMEMORY", "REPORTTIME", "RPROMPT", "RPROMPT2", "RPS1", "RPS2", "SAVEHIST", "SECONDS", "SHELL",
        "SHELLOPTS", "SHLVL", "SPROMPT", "SRANDOM", "STTY", "TIMEFMT", "TIMEFORMAT", "TMOUT", "TMPPREFIX",
        "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT", "TTY", "TTYIDLE", "UID", "USER", "USERNAME", "VENDOR", "WATCH",
        "WATCHFMT", "WORDCHARS", "ZDOTDIR", "_",
    ]

    private static let shellPrefixes = ["BASH_", "COMP_", "KSH_", "READLINE_", "ZSH_"]

    /// Variables that common programs read, for example to find code, a server, a certificate or a language, including
    /// those that POSIX advises to avoid.
    private static let programs: Set<String> = [
        "ALL_PROXY", "ARFLAGS", "BROWSER", "BUNDLE_BIN_PATH", "BUNDLE_GEMFILE", "BUNDLE_PATH", "CC", "CFLAGS",
        "CHARSET", "CLASSPATH", "CPATH", "CPPFLAGS", "CURL_CA_BUNDLE", "CURL_HOME", "CXX", "CXXFLAGS", "DATEMSK",
        "DEAD", "DISPLAY", "DOCKER_CONFIG", "DOCKER_HOST", "EDITOR", "FFLAGS", "FTP_PROXY", "GCONV_PATH", "GEM_HOME",
        "GEM_PATH", "GET", "GETCONF_DIR", "GFLAGS", "GREP_OPTIONS", "GZIP", "HOSTALIASES", "HTTPS_PROXY", "HTTP_PROXY",
        "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "KUBECONFIG", "LANG", "LANGUAGE", "LDFLAGS", "LESS", "LESSCLOSE",
        "LESSOPEN", "LEX", "LFLAGS", "LIBPATH", "LIBRARY_PATH", "LISTER", "LOCALDOMAIN", "LOCPATH", "LPDEST",
        "LUA_CPATH", "LUA_INIT", "LUA_PATH", "MAILER", "MAILRC", "MAKEFILES", "MAKEFLAGS", "MAKESHELL", "MANPAGER",
        "MANPATH", "MBOX", "MFLAGS", "MORE", "MSGVERB", "NIS_PATH", "NLSPATH", "NODE_EXTRA_CA_CERTS", "NODE_OPTIONS",
        "NODE_PATH", "NODE_TLS_REJECT_UNAUTHORIZED", "NO_PROXY", "NPROC", "OPENSSL_CONF", "PAGER", "PERLIO", "PERLLIB",
        "PHPRC", "PHP_INI_SCAN_DIR", "PRINTER", "PROCLANG", "PROJECTDIR", "REQUESTS_CA_BUNDLE", "RES_OPTIONS",
        "RSYNC_RSH", "RUBYLIB", "RUBYOPT", "RUBYPATH", "RUBYSHELL", "RUSTC_WRAPPER", "SHLIB_PATH", "SSLKEYLOGFILE",
        "SSL_CERT_DIR", "SSL_CERT_FILE", "SUDO_ASKPASS", "TAR_OPTIONS", "TEMP", "TERM", "TERMCAP", "TERMINFO",
        "TERMINFO_DIRS", "TMP", "TMPDIR", "TZ", "TZDIR", "UNZIP", "VISUAL", "WGETRC", "YACC", "YFLAGS", "ZIPOPT",
        "_JAVA_OPTIONS",
    ]

    private static let programPrefixes = [
        "DYLD_", "GITHUB_", "GIT_", "GLIBC_", "LC_", "LD_", "MALLOC_", "NPM_CONFIG_", "PERL5", "PYTHON", "SSH_", "XDG_",
        "_RLD",
    ]
}
