"""Compare `flagctl log` with an oracle that reads each revision by itself.

Usage: check-log.py [--histories COUNT] [--seed SEED] [--bundle FILE]

Runs the `flagctl` on the PATH on random histories with branches, merges, reverts, renames, deleted and broken documents.

1. Every revision that changes a value is listed, in the order of git, with the old and new values, and no other revision is.
2. A merge is listed with the values that no parent has, and with those that it sets back to what they were before the branches
   parted.
3. Content that is no document is listed as such, and the next readable revision is compared with the last readable one.
4. `--limit` and a range list the same revisions, with the same values.

With a bundle of a real history, each revision is compared with the one before it by `flagctl diff`.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

PADDING = "\n".join(f'  "padding{index}": {{"defaultValue": "{"text" * 8}"}},' for index in range(12))
BROKEN = "broken"
NAMES = ["a", "b", "c"]


# --- Random histories ------------------------------------------------------------------------------------------------------

class Commit:
    """`state` is the document: its values by their names, BROKEN, or None if there is no file."""

    def __init__(self, number, parents, path, state, decoy=None):
        self.number, self.parents, self.path, self.state, self.decoy = number, parents, path, state, decoy
        self.ancestors = {self}.union(*(parent.ancestors for parent in parents))


def bases(left, right):
    """The best common ancestors."""
    common = left.ancestors & right.ancestors
    return [one for one in common if not any(one is not other and one in other.ancestors for other in common)]


class History:
    def __init__(self, choice, count):
        self.random = choice
        self.commits = [Commit(0, [], "flags0.json", self.values())]
        self.heads = [self.commits[0]]
        while len(self.commits) < count:
            self.step()
        while len(self.heads) > 1:
            if not self.merge():
                self.heads.pop(0 if self.random.random() < 0.5 else -1)

    def values(self):
        return {name: self.random.randint(1, 3) for name in NAMES}

    def add(self, parents, path, state, decoy=None):
        commit = Commit(len(self.commits), parents, path, state, decoy)
        self.commits.append(commit)
        return commit

    def step(self):
        index = self.random.randrange(len(self.heads))
        head = self.heads[index]
        path, state, decoy = head.path, head.state, head.decoy
        kind = self.random.choices(
            ["edit", "revert", "break", "rename", "delete", "other", "branch", "merge", "decoy"],
            [30, 15, 6, 5, 2, 8, 12, 20, 2])[0]
        if kind == "branch":
            if len(self.heads) < 4:
                self.heads.append(head)
            return
        if kind == "merge":
            self.merge()
            return
        if kind == "edit":
            state = dict(state) if isinstance(state, dict) else self.values()
            if self.random.random() < 0.1:
                state.pop(self.random.choice(NAMES), None)
            else:
                state[self.random.choice(NAMES)] = self.random.randint(1, 3)
        elif kind == "revert":
            state = self.random.choice([one.state for one in head.ancestors])
        elif kind == "break":
            state = BROKEN
        elif kind == "rename" and isinstance(state, dict):
            path = f"flags{len(self.commits)}.json"
        elif kind == "delete":
            state = None
        elif kind == "decoy":
            # Another document at a path that this one has left.
            left = {one.path for one in head.ancestors} - {path}
            decoy = (self.random.choice(sorted(left)), self.random.randint(1, 9)) if left else None
        self.heads[index] = self.add([head], path, state, decoy)

    def merge(self):
        if len(self.heads) < 2:
            return False
        left, right = self.random.sample(self.heads, 2)
        if left in right.ancestors or right in left.ancestors:
            self.heads.remove(left if left in right.ancestors else right)
            return True
        common = bases(left, right)
        if len(common) != 1 or not all(isinstance(one.state, dict) for one in (left, right, common[0])):
            return False
        base = common[0]
        # A branch may not have renamed the document.
        paths = {left.path, right.path} - {base.path} or {base.path}
        if len(paths) > 1 or left.decoy or right.decoy:
            return False
        state = {}
        for name in NAMES:
            before, one, other = (commit.state.get(name) for commit in (base, left, right))
            value = other if one == before else one if other == before else self.random.choice([one, other])
            if value is not None:
                state[name] = value
        kind = self.random.random()
        if kind < 0.2:
            state = dict(self.random.choice([left, right]).state)
        elif kind < 0.4:
            state[self.random.choice(NAMES)] = self.random.randint(1, 3)
        self.heads.remove(left)
        self.heads.remove(right)
        self.heads.append(self.add([left, right], paths.pop(), state))
        return True

    def write(self, folder):
        """Writes the commits with fast-import, each with its whole tree."""
        stream = []
        for commit in self.commits:
            message = f"commit {commit.number}"
            stream.append(
                f"commit refs/heads/c{commit.number}\nmark :{commit.number + 1}\n"
                f"committer T <t@example.com> {1_700_000_000 + commit.number * 100} +0000\ndata {len(message)}\n{message}\n")
            for index, parent in enumerate(commit.parents):
                stream.append(f"{'merge' if index else 'from'} :{parent.number + 1}\n")
            stream.append("deleteall\n")
            files = {"other.txt": f"{commit.number}\n"}
            if commit.decoy:
                files[commit.decoy[0]] = json.dumps({"decoy": commit.decoy[1]})
            if commit.state is not None:
                files[commit.path] = text(commit.state)
            for path, content in files.items():
                stream.append(f"M 100644 inline {path}\ndata {len(content.encode())}\n{content}\n")
        git(folder, "init", "-q", "-b", "main", ".")
        git(folder, "fast-import", "--quiet", "--force", text="".join(stream))
        git(folder, "update-ref", "refs/heads/main", f"refs/heads/c{self.heads[0].number}")


def text(state):
    if state == BROKEN:
        return "{\n" + PADDING
    lines = [f'  "{name}": {{"defaultValue": {value}}},' for name, value in sorted(state.items())]
    return "{\n" + "\n".join(lines) + "\n" + PADDING + '\n  "last": 1\n}\n'


def git(folder, *words, text=None):
    run = subprocess.run(["git", "-C", str(folder), *words], input=text, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"git {words} failed: {run.stderr}")
    return run.stdout


# --- The oracle ------------------------------------------------------------------------------------------------------------

def readable(commit):
    """The last readable document, at a commit or before it."""
    while commit.state == BROKEN:
        if not commit.parents:
            return {}
        commit = commit.parents[0]
    return commit.state or {}


def changed(old, new):
    return {name: (old.get(name), new.get(name)) for name in set(old) | set(new) if old.get(name) != new.get(name)}


def expected(commit):
    """What `log` lists for a revision: BROKEN, the new values by their names with the possible old ones, or None."""
    states = [parent.state for parent in commit.parents]
    if commit.state == BROKEN:
        return None if BROKEN in states else BROKEN
    new = commit.state or {}
    if not commit.parents:
        return {name: ({None}, value) for name, value in new.items()} | always(None, commit.state)
    if len(commit.parents) == 1:
        if states[0] == commit.state:
            return None
        rows = {name: ({old}, value) for name, (old, value) in changed(readable(commit.parents[0]), new).items()}
        return (rows | always(readable_state(commit.parents[0]), commit.state)) or None
    base = readable(bases(*commit.parents)[0])
    rows = {}
    for name in NAMES:
        values = [readable(parent).get(name) for parent in commit.parents]
        value = new.get(name)
        is_own = all(one != value for one in values)
        if is_own or value == base.get(name) and any(one != value for one in values):
            rows[name] = (set(values), value)
    return rows or None


def readable_state(commit):
    """Whether there was a file at the last readable revision."""
    while commit.state == BROKEN:
        if not commit.parents:
            return None
        commit = commit.parents[0]
    return commit.state


def always(old, new):
    """The settings that every document has."""
    if (old is None) == (new is None):
        return {}
    names = [f"padding{index}" for index in range(12)]
    values = {**{name: "text" * 8 for name in names}, "last": 1}
    return {name: ({None}, value) if old is None else ({value}, None) for name, value in values.items()}


def listed(folder, *words):
    run = subprocess.run(["flagctl", "log", "--format", "json", *words], cwd=folder, capture_output=True, text=True)
    rows = []
    for entry in json.loads(run.stdout)["results"]:
        values = {}
        for setting in entry["settings"]:
            changes = setting["changes"]
            assert len(changes) == 1, setting
            values[setting["name"]] = (changes[0].get("before"), changes[0].get("after"))
        if rows and rows[-1][0] == entry["revision"]:
            rows[-1][1].update(values)
        else:
            rows.append((entry["revision"], values, entry.get("problem")))
    return rows, run


def problem_of(rows, wanted, names):
    """How the rows of `log` differ from the expected ones; `None` if they do not."""
    if [row[0] for row in rows] != [row[0] for row in wanted]:
        return f"listed {[names[row[0]] for row in rows]}, expected {[names[row[0]] for row in wanted]}"
    for (revision, values, problem), (_, expectation) in zip(rows, wanted):
        if (problem is not None) != (expectation == BROKEN):
            return f"{names[revision]}: problem {problem}, expected {expectation}"
        if expectation == BROKEN:
            continue
        if set(values) != set(expectation) or any(
                values[name][1] != value or values[name][0] not in old for name, (old, value) in expectation.items()):
            return f"{names[revision]}: {values}, expected {expectation}"
    return None


def check(choice, counts):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        history = History(choice, choice.randint(5, 90))
        history.write(folder)
        head = history.heads[0]
        names = {}
        for line in git(folder, "log", "--format=%H %s", "--all").splitlines():
            revision, number = line.split(" commit ")
            names[revision] = int(number)
        order = git(folder, "rev-list", "--date-order", "main").split()
        wanted = [(revision, expected(history.commits[names[revision]])) for revision in order]
        wanted = [row for row in wanted if row[1] is not None]
        rows, run = listed(folder, head.path)
        problem = problem_of(rows, wanted, names)
        # Only a merge takes content from elsewhere.
        is_unknown = wanted and wanted[0][1] == BROKEN and head.state == BROKEN
        changes = any(row[1] != BROKEN for row in wanted)
        status = 2 if is_unknown else 0 if changes else 1
        if not problem and run.returncode != status:
            problem = f"exit status {run.returncode}, expected {status}: {run.stderr}"
        if not problem:
            start = choice.choice(order)
            if names[start] != head.number:
                inside = set(git(folder, "rev-list", f"{start}..main").split())
                ranged, run = listed(folder, f"{start}..main:{head.path}")
                if ranged or run.returncode != 2:
                    problem = problem_of(ranged, [row for row in wanted if row[0] in inside], names)
                    problem = problem and f"since {names[start]}: {problem}"
                counts["ranges"] = counts.get("ranges", 0) + 1
        if not problem:
            limit = choice.randint(1, 20)
            rows, run = listed(folder, "--limit", str(limit), head.path)
            problem = problem_of(rows, wanted[:len(rows)], names)
            problem = problem and f"with the limit {limit}: {problem}"
        counts["rows"] = counts.get("rows", 0) + len(wanted)
        for revision, row in wanted:
            kind = "merges" if len(history.commits[names[revision]].parents) > 1 else "broken" if row == BROKEN else "changes"
            counts[kind] = counts.get(kind, 0) + 1
        counts["renames"] = counts.get("renames", 0) + len({commit.path for commit in head.ancestors}) - 1
        if problem:
            graph = git(folder, "log", "--graph", "--format=%s", "main")
            states = "\n".join(f"{one.number}: {one.path} {one.state}" for one in sorted(head.ancestors, key=lambda one: one.number))
            return f"{problem}\n{graph}\n{states}\n{run.stderr}"
    return None


def check_bundle(bundle):
    """Every revision of a real history against the one before it, each read by itself."""
    with tempfile.TemporaryDirectory() as name:
        git(name, "clone", "-q", str(bundle.resolve()), "clone")
        folder = pathlib.Path(name) / "clone"
        # A bundle need not name its current branch.
        git(folder, "checkout", "-q", "-B", "main", git(folder, "for-each-ref", "--format=%(objectname)").split()[0])
        path = git(folder, "ls-files").split()[0]
        rows = {row[0] for row in listed_names(folder, path)}
        revisions = git(folder, "rev-list", "HEAD", "--", path).split()
        for revision, before in zip(revisions, revisions[1:]):
            run = subprocess.run(
                ["flagctl", "diff", f"{before}:{path}", f"{revision}:{path}"], cwd=folder, capture_output=True)
            if (revision in rows) != (run.returncode == 1):
                sys.exit(f"{revision}: diff ends with {run.returncode}, and log lists it: {revision in rows}")
        if revisions[-1] not in rows:
            sys.exit("the first revision is not listed")
        print(f"{bundle.name}: {len(revisions)} revisions, {len(rows)} of them listed")


def listed_names(folder, path):
    run = subprocess.run(["flagctl", "log", "--format", "json", path], cwd=folder, capture_output=True, text=True)
    return [(entry["revision"], entry["settings"]) for entry in json.loads(run.stdout)["results"]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--histories", type=int, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--bundle", type=pathlib.Path)
    options = parser.parse_args()
    counts = {}
    for number in range(options.histories):
        problem = check(random.Random(options.seed + number), counts)
        if problem:
            sys.exit(f"seed {options.seed + number}, 1 history: {problem}")
    # A check that compared nothing would be worth nothing.
    for kind in ("merges", "broken", "changes", "renames", "ranges"):
        assert counts.get(kind, 0) >= options.histories // 20, (kind, counts)
    print(f"{options.histories} random histories (seed {options.seed}): {counts}")
    if options.bundle and options.bundle.exists():
        check_bundle(options.bundle)


if __name__ == "__main__":
    main()
