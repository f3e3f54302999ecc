#===- backend.py - Makes a Python wheel of what CMake builds ---------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""The build backend that pyproject.toml names (PEP 517).

A wheel holds what `cmake --install` installs, under the environment's own folders: the
tool and the editor's server in `bin`, Clang's headers in `lib/banklint`, the manual
page in `share`. It is built in `build/`, with the preset `release`; where
BANKLINT_BUILD names a build folder, that is taken as it is. Without pip,

    backend.py FOLDER

writes it as well. Python's own library is all that this takes: no package of others has a
hand in what is released.
"""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Static programs: any Linux will do, glibc's or musl's.
LINUX = "manylinux2014_{0}.musllinux_1_1_{0}"


def version():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"project\(banklint VERSION ([0-9.]+)", text).group(1)


def platform_tag():
    name = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    system, _, machine = name.partition("_")
    return LINUX.format(machine) if system == "linux" else name


CLASSIFIERS = (
    "Development Status :: 4 - Beta",
    "Environment :: Console",
    "Environment :: GPU :: NVIDIA CUDA",
    "Intended Audience :: Developers",
    "Operating System :: POSIX :: Linux",
    "Programming Language :: C++",
    "Topic :: Software Development :: Quality Assurance",
)


def metadata():
    summary = re.search(
        r'DESCRIPTION "(.*)"', (ROOT / "CMakeLists.txt").read_text()
    ).group(1)
    homepage = os.environ.get("BANKLINT_HOMEPAGE")
    return (
        "Metadata-Version: 2.1\n"
        "Name: banklint\n"
        f"Version: {version()}\n"
        f"Summary: {summary}\n"
        + (f"Home-page: {homepage}\n" if homepage else "")
        + "Author: the banklint authors\n"
        "License: Apache-2.0 WITH LLVM-exception\n"
        "Keywords: CUDA, GPU, shared memory, bank conflicts, linter\n"
        + "".join(f"Classifier: {one}\n" for one in CLASSIFIERS)
        + "Requires-Python: >=3.7\n"
        "Description-Content-Type: text/markdown\n"
        "\n" + (ROOT / "README.md").read_text()
    )


def about():
    """What tells of a wheel, by name, without the list of what it holds."""
    tags = "".join(f"Tag: py3-none-{part}\n" for part in platform_tag().split("."))
    return {
        "METADATA": metadata(),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: banklint\nRoot-Is-Purelib: false\n"
        + tags,
    }


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without it, pip builds the wheel to learn its name, and says nothing meanwhile."""
    info = pathlib.Path(metadata_directory) / f"banklint-{version()}.dist-info"
    info.mkdir()
    for name, text in about().items():
        (info / name).write_text(text)
    return info.name


def built():
    """The folder of a finished build."""
    given = os.environ.get("BANKLINT_BUILD")
    if given:
        return pathlib.Path(given)
    for step in (
        ["cmake", "--preset", "release"],
        ["cmake", "--build", "build", "--target", "tool/all"],
    ):
        subprocess.run(step, cwd=ROOT, check=True)
    return ROOT / "build"


class Wheel:
    """An archive with the list of what it holds. The same files give the same bytes."""

    # The first moment that an archive can name.
    TIME = (1980, 1, 1, 0, 0, 0)

    def __init__(self, archive, info):
        self.archive, self.list = archive, f"{info}/RECORD"
        self.lines = []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, self.TIME)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        self.archive.writestr(entry, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
        self.lines.append(f"{name},sha256={digest.decode().rstrip('=')},{len(data)}\n")

    def finish(self):
        self.lines.append(f"{self.list},,\n")
        self.add(self.list, "".join(self.lines).encode())


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = f"banklint-{version()}"
    tag = f"py3-none-{platform_tag()}"
    path = pathlib.Path(wheel_directory) / f"{name}-{tag}.whl"
    info = f"{name}.dist-info"
    with tempfile.TemporaryDirectory() as stage, zipfile.ZipFile(path, "w") as archive:
        subprocess.run(
            ["cmake", "--install", built(), "--strip", "--prefix", stage],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        wheel = Wheel(archive, info)
        for file in sorted(pathlib.Path(stage).rglob("*")):
            if file.is_dir():
                continue
            inside = file.relative_to(stage)
            # Programs are scripts to pip, which makes them executable.
            if inside.parts[0] == "bin":
                target = pathlib.PurePath("scripts", *inside.parts[1:])
            else:
                target = pathlib.PurePath("data", inside)
            mode = 0o755 if os.access(file, os.X_OK) else 0o644
            wheel.add(f"{name}.data/{target}", file.read_bytes(), mode)
        license = (ROOT / "LICENSE").read_bytes()
        # pip removes a folder whole only if a file of the wheel stands right in it.
        for folder in sorted(pathlib.Path(stage).glob("*/banklint/")):
            if folder.is_dir() and not (folder / "LICENSE").exists():
                inside = folder.relative_to(stage)
                wheel.add(f"{name}.data/data/{inside}/LICENSE", license)
        wheel.add(f"{info}/LICENSE", license)
        for file, text in about().items():
            wheel.add(f"{info}/{file}", text.encode())
        wheel.finish()
    return path.name


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("banklint is packaged as wheels only")


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
