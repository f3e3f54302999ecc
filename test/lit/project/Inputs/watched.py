"""What a run starts and writes, as the system sees it."""

import re
import subprocess


class Watched:
    """A finished run: its status and output, the programs that it started, and the
    files that it opened for writing, made, moved or removed."""

    CALLS = ("execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,"
             "link,linkat,symlink,symlinkat,mkdir,mkdirat,mknod,mknodat,unlink,"
             "unlinkat,truncate,chmod,fchmodat,socket,connect")

    def __init__(self, command, log, **more):
        self.done = subprocess.run(
            ["strace", "-f", "-qq", "-s", "4096", "-o", log, "-e",
             f"trace={self.CALLS}", *command],
            capture_output=True, text=True, errors="replace", **more)
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
