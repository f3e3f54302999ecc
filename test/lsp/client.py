#===- client.py - An editor as clangd sees it ------------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""Drives a language server over standard input and output, with JSON-RPC as
editors speak it.

    with Editor(["banklint-clangd"], folder) as editor:
        for diagnostic in editor.open("a.cu"):
            editor.apply(editor.quick_fixes("a.cu", diagnostic)[0])
"""

import json
import os
import pathlib
import queue
import subprocess
import threading

CAPABILITIES = {
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "versionSupport": True,
        },
        "codeAction": {
            "codeActionLiteralSupport": {
                "codeActionKind": {"valueSet": ["quickfix", "refactor"]}
            }
        },
        "completion": {"completionItem": {"snippetSupport": False}},
        "hover": {"contentFormat": ["plaintext"]},
    },
    "workspace": {"workspaceEdit": {"documentChanges": True}},
}


class ServerEnded(Exception):
    """The server closed its output, or took longer than it may."""


class Editor:
    """A client with some files of one folder open."""

    def __init__(self, command, folder, seconds=120, indexes=False, commands=None):
        """Starts a server. Without `indexes` it does not index the standard
        library and the project beside its work, which takes seconds, and looks
        for commands in `commands` alone, or else in the folder; beside each
        file where that is empty."""
        self.folder = pathlib.Path(folder).resolve()
        self.seconds = seconds
        self.texts, self.versions, self.published = {}, {}, {}
        self.notices = []
        self.last_id = 0
        environment = dict(os.environ)
        if not indexes:
            environment["CLANGD_FLAGS"] = "--background-index=false"
            if commands != "":
                environment["CLANGD_FLAGS"] += (
                    f" --compile-commands-dir={commands or self.folder}"
                )
            environment["XDG_CONFIG_HOME"] = str(self.folder / "config")
            settings = self.folder / "config" / "clangd" / "config.yaml"
            settings.parent.mkdir(parents=True, exist_ok=True)
            settings.write_text("Index: {StandardLibrary: No}\n")
        self.log = open(self.folder / "server.log", "wb")
        self.server = subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        self.inbox = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": self.folder.as_uri(),
                "capabilities": CAPABILITIES,
            },
        )
        self.tell("initialized", {})

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self.server.kill()
        else:
            self.ask("shutdown", None)
            self.tell("exit", None)
        self.status = self.server.wait(self.seconds)
        self.log.close()

    # Messages.

    def _read(self):
        stream = self.server.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()) and line:
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self.inbox.put(None)
                return
            self.inbox.put(json.loads(stream.read(length)))

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.server.stdin.flush()

    def _receive(self):
        try:
            message = self.inbox.get(timeout=self.seconds)
        except queue.Empty:
            raise ServerEnded("no answer in time") from None
        if message is None:
            raise ServerEnded("the server ended")
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            key = params["uri"], params.get("version")
            self.published[key] = params["diagnostics"]
        elif "method" in message:
            self.notices.append((message["method"], message.get("params")))
            if "id" in message:
                self._send({"id": message["id"], "result": None})
        return message

    def tell(self, method, params):
        self._send({"method": method, "params": params})

    def ask(self, method, params):
        self.last_id += 1
        self._send({"id": self.last_id, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self.last_id and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]

    # Files.

    def uri(self, name):
        return (self.folder / name).as_uri()

    def diagnostics(self, name):
        """Those of the text as it is now, once they are there."""
        key = self.uri(name), self.versions[name]
        while key not in self.published:
            self._receive()
        return self.published[key]

    def open(self, name):
        text = (self.folder / name).read_text()
        self.texts[name], self.versions[name] = text, 1
        language = "cuda-cpp" if str(name).endswith((".cu", ".cuh")) else "cpp"
        document = {
            "uri": self.uri(name),
            "languageId": language,
            "version": 1,
            "text": text,
        }
        self.tell("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(name)

    def change(self, name, text):
        self.texts[name] = text
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        self.tell(
            "textDocument/didChange",
            {"textDocument": document, "contentChanges": [{"text": text}]},
        )
        return self.diagnostics(name)

    def close(self, name):
        document = {"uri": self.uri(name)}
        self.tell("textDocument/didClose", {"textDocument": document})
        self.published = {
            key: value for key, value in self.published.items() if key[0] != document["uri"]
        }

    def at(self, name, text, offset=0):
        """The parameters of a request about the place where `text` stands."""
        before = self.texts[name][: self.texts[name].index(text) + offset]
        line = before.count("\n")
        character = len(before) - (before.rfind("\n") + 1)
        return {
            "textDocument": {"uri": self.uri(name)},
            "position": {"line": line, "character": character},
        }

    def quick_fixes(self, name, diagnostic):
        actions = self.ask(
            "textDocument/codeAction",
            {
                "textDocument": {"uri": self.uri(name)},
                "range": diagnostic["range"],
                "context": {"diagnostics": [diagnostic], "only": ["quickfix"]},
            },
        )
        return [one for one in actions if one["kind"] == "quickfix"]

    def execute(self, action):
        """Has the server run the command of a code action; its answer."""
        command = action["command"]
        return self.ask(
            "workspace/executeCommand",
            {"command": command["command"], "arguments": command["arguments"]},
        )

    def heard(self, method):
        """What the server said by this method since the last question for it."""
        heard = [one for one in self.notices if one[0] == method]
        self.notices = [one for one in self.notices if one[0] != method]
        return heard

    def apply(self, action):
        """Makes the edits of a code action; the diagnostics afterwards."""
        changes = action["edit"].get("changes") or {
            one["textDocument"]["uri"]: one["edits"]
            for one in action["edit"]["documentChanges"]
        }
        result = []
        for name in [n for n in self.texts if self.uri(n) in changes]:
            text = edited(self.texts[name], changes[self.uri(name)])
            result += self.change(name, text)
        return result


def edited(text, edits):
    """A text after edits, which name places in the text before any of them."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(position):
        return starts[position["line"]] + position["character"]

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        first, last = offset(edit["range"]["start"]), offset(edit["range"]["end"])
        text = text[:first] + edit["newText"] + text[last:]
    return text
