#===- lit.cfg.py - How the tests on sources are run ------------------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
#
# The suite runs once for each set of headers. Where `config.headers` is
# "bundled", everything runs, and %lint reads the headers that banklint brings
# along. Elsewhere the tests that use %lint run once more: with the toolkit of
# this machine ("toolkit"), and with the Python packages of one version ("11.8").
# They are skipped where there is none.
#
#   %banklint   the tool, which looks for headers itself
#   %lint       the tool with the headers of this run
#   %build      the folder of the build
#   %outside    a name for this test's files outside of any checkout; nothing is there,
#               and all is removed at the end
#   %data       test/data
#   %hardware   test/hardware
#   %rules      docs/rules
#   %fixes      test/fixes
#   %examples   docs/examples
#   %nvcc       the toolkit's compiler: REQUIRES: nvcc
#   %cmake      CMake, where Ninja and make are there, too: REQUIRES: cmake
#   %oracle     test/oracle/run with this build: REQUIRES: oracle
#   %fuzz       test/fuzz/run with this build, %fuzz-reduce test/fuzz/reduce: the same
#   %gate, %ablate  test/gate and test/ablate, whose bound on memory is none that the
#               sanitizers' keep
#   %python     the Python that runs lit, where `import client` gives
#               test/lsp/client.py
#   %sarif-schema  the schema that BANKLINT_SARIF_SCHEMA names: REQUIRES:
#               sarif-schema
#   %junit-schema  the schema that BANKLINT_JUNIT_SCHEMA names: REQUIRES:
#               junit-schema
#   %source     the checkout
#   %version    the version, as 0.2.0
#   %tidy       clang-tidy with the module, and no other check: REQUIRES:
#               clang-tidy
#   %module     the module itself
#   %cutlass    the include folder of CUTLASS: REQUIRES: cutlass
#   %browse     the Python that has selenium, which drives chromium: REQUIRES: chromium
#   %axe        axe.min.js, which reads pages: REQUIRES: axe
#   %mkdocs     the folder of MkDocs' modules: REQUIRES: mkdocs
#   %pre-commit  a folder with its wheels, and with what installs a hook: REQUIRES:
#               pre-commit
#   %check-jsonschema, %actionlint, %zizmor  linters of workflows: REQUIRES: the
#               same
#   %clangd     banklint-clangd, which finds its headers itself: REQUIRES: clangd
#   %banklint-published, %clangd-published
#               the same of a build that knows a home page: REQUIRES: published
#   %cuda       compiler arguments for it: Clang's, with the headers of this run
#   FileCheck   the program, which fails on remarks that nothing matches, see below
#
#===------------------------------------------------------------------------===#

import atexit
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

import lit.formats

sys.path.insert(0, os.path.dirname(__file__))
import suites


def find_toolkit():
    """The folder of a CUDA toolkit, found as banklint finds it, or None."""
    nvcc = shutil.which("nvcc")
    for folder in (
        os.environ.get("CUDA_PATH"),
        nvcc and os.path.dirname(os.path.dirname(os.path.realpath(nvcc))),
        nvcc and os.path.dirname(os.path.dirname(nvcc)),
        "/usr/local/cuda",
    ):
        if folder and os.path.exists(os.path.join(folder, "include", "cuda.h")):
            return folder
    return None


def headers_of_run(toolkit):
    """The folder for --cuda-path in this run, or None."""
    if config.headers == "toolkit":
        return toolkit
    packages = os.path.join(config.toolkits_folder, config.headers)
    return packages if os.path.isdir(packages) else None


is_toolkit_run = config.headers != "bundled"
toolkit = find_toolkit()
headers = headers_of_run(toolkit) if is_toolkit_run else "none"

config.name = f"banklint ({config.headers} headers)"
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".cu", ".test"]
config.excludes = ["Inputs"]
if config.is_sanitized == "ON":
    # Hosts and packages are not built there.
    config.excludes += ["browser", "clang-tidy", "clangd", "editor", "oracle"]
    config.excludes += ["packages"]
config.test_format = (
    suites.TestsOfHeaders() if is_toolkit_run else lit.formats.ShTest()
)
config.unsupported = headers is None

if importlib.util.find_spec("psutil"):
    # A test that hangs is one that fails; lit ends it with that module.
    lit_config.maxIndividualTestTime = 900

config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools_folder, config.environment["PATH"]]
)
for name in os.environ:
    if name in ("BANKLINT_PACKAGES", "CUDA_PATH", "HOME") or name.startswith("PIP_"):
        config.environment[name] = os.environ[name]

# Headers that are parsed once are the tests' own, and shared by all of them: of this
# build and others, since no such folder may lie in a checkout.
config.environment["XDG_CACHE_HOME"] = os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"),
    "banklint-tests",
)
outside = tempfile.mkdtemp(prefix="banklint-tests-")
atexit.register(shutil.rmtree, outside, ignore_errors=True)

config.available_features.add(config.headers)
if config.is_sanitized == "ON":
    config.available_features.add("sanitized")
cutlass = os.path.join(
    config.toolkits_folder, "cutlass", "cutlass_library", "source", "include"
)
if os.path.isdir(cutlass):
    config.available_features.add("cutlass")
linters = os.path.join(config.build_folder, "linters")
check_jsonschema = os.path.join(linters, "check-jsonschema")
if os.path.isdir(check_jsonschema):
    config.available_features.add("check-jsonschema")
actionlint = shutil.which("actionlint") or os.path.join(
    linters, "actionlint", "bin", "actionlint"
)
if os.access(actionlint, os.X_OK):
    config.available_features.add("actionlint")
zizmor = os.path.join(linters, "zizmor", "bin", "zizmor")
if os.access(zizmor, os.X_OK):
    config.available_features.add("zizmor")
mkdocs = os.path.join(linters, "mkdocs")
if os.path.isdir(mkdocs):
    config.available_features.add("mkdocs")
pre_commit = os.path.join(linters, "pre-commit")
if os.path.isdir(pre_commit):
    config.available_features.add("pre-commit")
axe = os.path.join(linters, "axe", "axe_playwright_python", "axe.min.js")
if os.path.exists(axe):
    config.available_features.add("axe")


def python_with(module):
    """A Python that has the module: the one that runs this, or Debian's."""
    for python in (sys.executable, "/usr/bin/python3"):
        asked = [python, "-c", f"import {module}"]
        if subprocess.run(asked, capture_output=True).returncode == 0:
            return python
    return None


browse = not is_toolkit_run and python_with("selenium")
if browse and all(shutil.which(name) for name in ("chromium", "chromedriver")):
    config.available_features.add("chromium")
nvcc = toolkit and os.path.join(toolkit, "bin", "nvcc")
if nvcc and os.access(nvcc, os.X_OK) and config.is_sanitized != "ON":
    config.available_features.add("nvcc")
# In some containers nobody may watch another process.
if shutil.which("strace") and not subprocess.run(
        ["strace", "-f", "-o", os.devnull, "true"], capture_output=True).returncode:
    config.available_features.add("strace")
if all(shutil.which(name) for name in ("cmake", "ninja", "make")):
    config.available_features.add("cmake")

for program in (
    "clang++-22",
    "clang-apply-replacements-22",
    "clang-query-22",
    "fish",
    "git",
    "man",
    "mmdebstrap",
    "patch",
    "shellcheck",
    "zsh",
):
    if shutil.which(program):
        config.available_features.add(program)
for module, feature in (
    ("ensurepip", "venv"),
    ("setuptools", "setuptools"),
    ("yaml", "python-yaml"),
    ("jsonschema", "jsonschema"),
):
    if importlib.util.find_spec(module):
        config.available_features.add(feature)
if os.geteuid() == 0:
    config.available_features.add("root")
if config.is_static == "ON":
    config.available_features.add("static")

sarif_schema = os.environ.get("BANKLINT_SARIF_SCHEMA")
if sarif_schema and "jsonschema" in config.available_features:
    config.available_features.add("sarif-schema")
junit_schema = os.environ.get("BANKLINT_JUNIT_SCHEMA")
if junit_schema and shutil.which("xmllint"):
    config.available_features.add("junit-schema")
clang_tidy = os.path.join(config.llvm_tools_folder, "clang-tidy")
if os.access(clang_tidy, os.X_OK):
    config.available_features.add("clang-tidy")
clangd = config.banklint + "-clangd"
if os.access(clangd, os.X_OK):
    config.available_features.add("clangd")
if os.access(config.banklint + "-published", os.X_OK):
    config.available_features.add("published")
if os.path.exists("/usr/include/boost/context/fiber.hpp") and shutil.which("clang++-22"):
    config.available_features.add("oracle")
if shutil.which("nvim"):
    config.available_features.add("neovim")
if shutil.which("emacs") and not is_toolkit_run:
    asked = ["emacs", "--batch", "--eval", "(require 'eglot)"]
    if subprocess.run(asked, capture_output=True).returncode == 0:
        config.available_features.add("eglot")
config.environment["PYTHONPATH"] = os.path.join(config.source_folder, "test", "lsp")


def arguments_for_clang():
    """How Clang reads CUDA with the headers of this run."""
    share = os.path.join(config.build_folder, "share", "banklint")
    arguments = "-x cuda --cuda-gpu-arch=sm_90 -nocudalib -std=c++17"
    arguments += " --no-cuda-version-check -Xclang -target-sdk-version=12.9"
    if is_toolkit_run:
        arguments += f" --cuda-path={toolkit} -isystem {toolkit}/include/cccl"
        return arguments + f" -include {share}/nvcc/NvccOnly.h"
    return arguments + f" -nocudainc -isystem {share}/cuda -include cuda_runtime.h"


# A test expects all that banklint lists, to the last field: it fails on a remark
# that no expectation matches, and on what one leaves of an access's line in front of
# " [kernel(int)]". Remarks begin a line; sources that diagnostics quote are indented.
# FileCheck looks for neither between the matches of CHECK-DAG or CHECK-COUNT;
# accesses-in-order.test keeps those away from accesses, which come in one order.
unlisted_remark = "{{^[^ ].*}}remark:"
rest_of_access = "{{[^ ] [[].*[)]]$}}"

config.substitutions += [
    (
        r"\bFileCheck\b",
        f'FileCheck --implicit-check-not="{unlisted_remark}"'
        f' --implicit-check-not="{rest_of_access}"',
    ),
    ("%banklint", config.banklint),
    ("%lint", f"{config.banklint} --cuda-path={headers}"),
    ("%outside", os.path.join(outside, "%basename_t")),
    ("%build", config.build_folder),
    ("%data", os.path.join(config.source_folder, "test", "data")),
    ("%hardware", os.path.join(config.source_folder, "test", "hardware")),
    ("%rules", os.path.join(config.source_folder, "docs", "rules")),
    ("%fixes", os.path.join(config.source_folder, "test", "fixes")),
    ("%examples", os.path.join(config.source_folder, "docs", "examples")),
    ("%nvcc", nvcc or "nvcc"),
    ("%cmake", shutil.which("cmake") or "cmake"),
    (
        "%oracle",
        f"{sys.executable} {config.source_folder}/test/oracle/run"
        f" --build {config.build_folder}",
    ),
    ("%fuzz-reduce", f"{sys.executable} {config.source_folder}/test/fuzz/reduce"),
    (
        "%fuzz",
        f"{sys.executable} {config.source_folder}/test/fuzz/run"
        f" --build {config.build_folder}",
    ),
    (
        "%ablate",
        f"{sys.executable} {config.source_folder}/test/ablate"
        + (" --memory 0" if config.is_sanitized == "ON" else ""),
    ),
    (
        "%gate",
        f"{sys.executable} {config.source_folder}/test/gate"
        + (" --memory 0" if config.is_sanitized == "ON" else ""),
    ),
    (
        "%check-jsonschema",
        f"env PYTHONPATH={check_jsonschema} {sys.executable} -m check_jsonschema",
    ),
    ("%browse", browse or "python3"),
    ("%axe", axe),
    ("%mkdocs", mkdocs),
    ("%pre-commit", pre_commit),
    ("%actionlint", actionlint),
    ("%zizmor", zizmor),
    ("%python", sys.executable),
    ("%sarif-schema", sarif_schema or ""),
    ("%junit-schema", junit_schema or ""),
    ("%source", config.source_folder),
    ("%version", config.version),
    ("%module", config.module),
    ("%cutlass", cutlass),
    ("%clangd", clangd),
    ("%tidy", f"clang-tidy --quiet -load {config.module} --checks=-*,banklint-*"),
    ("%cuda", arguments_for_clang()),
]
