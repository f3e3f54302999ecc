"""What a run starts and writes, as the system sees it."""

import re
import subprocess

CALLS = ("execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,"
         "link,linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,unlink,"
         "unlinkat,truncate,chmod,fchmodat,socket,connect")


def watching(log):
    """What stands in front of a command whose calls are written there."""
    return ["strace", "-f", "-qq", "-s", "4096", "-o", log, "-e", f"trace={CALLS}"]


class Seen:
    """Of a run that has ended: the programs that it started, and the files that it
    opened for writing, made, moved or removed."""

    def __init__(self, log):
        lines = log.read_text(errors="replace").splitlines()
        calls = [match.groups() for match in
                 (re.match(r"\d+ +(\w+)\((.*)$", line) for line in lines) if match]
        # The first is the run itself.
        self.started = [re.search(r'"([^"]*)"', rest)[1] for name, rest in calls
                        if name.startswith("exec") and " = 0" in rest][1:]
        self.written = [
            self.path(rest) for name, rest in calls
            if not name.startswith("exec") and not re.search(r"= -1 \w+", rest) and (
                not name.startswith("open") or
                re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)", rest))
            and '"/dev/null"' not in rest]

    @staticmethod
    def path(rest):
        """The last one that a call names: that of a link, and where a file moves."""
        found = re.findall(r'"((?:[^"\\]|\\.)*)"', rest)
        return found[-1] if found else rest


class Watched(Seen):
    """A run of a command, with its status and output."""

    def __init__(self, command, log, **more):
        self.done = subprocess.run([*watching(log), *command], capture_output=True,
                                   text=True, errors="replace", **more)
        super().__init__(log)
