#===- projects.py - Public sources, as they were checked out ---------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The CUDA sources of a folder, and the folders that their headers are found in."""

import os
import pathlib
import re
from collections import defaultdict

SOURCES = (".cu", ".cuh")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">\n]+)[">]', re.M)


class Project:
    """A folder with sources, and what its includes may mean."""

    def __init__(self, folder):
        self.folder = folder.resolve()
        self.sources = []
        self._named = defaultdict(list)  # files by name
        self._includes = {}  # what files include
        for base, folders, names in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if name != ".git")
            for name in names:
                path = os.path.join(base, name)
                self._named[name].append(path)
                if name.endswith(SOURCES) and os.path.isfile(path):
                    self.sources.append(path)
        self.sources.sort()

    def folders_for(self, source):
        """Folders that have to be searched for what the source and its headers
        include: of several, the one that has most of its path in common."""
        folders, seen, waiting = [], {source}, [source]
        while waiting:
            includer = waiting.pop()
            for quote, name in self._included_by(includer):
                path = self._find(quote, name, includer, folders)
                if path and path not in seen:
                    seen.add(path)
                    waiting.append(path)
        return folders

    def _included_by(self, path):
        if path not in self._includes:
            try:
                with open(path, errors="replace") as file:
                    self._includes[path] = INCLUDE.findall(file.read())
            except OSError:
                self._includes[path] = []
        return self._includes[path]

    def _find(self, quote, name, includer, folders):
        beside = [os.path.dirname(includer)] if quote == '"' else []
        for folder in beside + folders:
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(path):
                return path
        plain = os.path.normpath(name)
        # Standard headers are not those that some library has of the same name.
        if quote == "<" and "/" not in plain and "." not in plain:
            return None
        found = [path for path in self._named.get(os.path.basename(plain), ())
                 if path.endswith("/" + plain)]
        if plain.startswith("..") or not found:
            return None
        common = lambda path: (-len(os.path.commonpath([path, includer])),
                               len(path), path)
        path = min(found, key=common)
        folders.append(path[:-len(plain) - 1])
        return path


def spread(sources, number):
    if not number or len(sources) <= number:
        return sources
    return [sources[i * len(sources) // number] for i in range(number)]


def chosen(project, naming, sample):
    """The sources whose text matches a pattern, and of these a sample."""
    sources = project.sources
    if naming:
        wanted = re.compile(naming)
        sources = [path for path in sources if wanted.search(
            pathlib.Path(path).read_text(errors="replace"))]
    return spread(sources, sample)
