# ===- compare.py - What banklint records beside what threads did ----------=== #
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------=== #
#
# A launch that the oracle ran is compared with a walk of banklint for the same
# kernel and block: all requests of a block, as a multiset. A request is a line,
# an operation, a number of bytes, an array, the active lanes and the offset of
# each in the array.
#
# Records whose lanes and offsets are known must be found as often as they stand
# there. Where all lanes share what is not known, offsets count relative to the
# first lane. Records that banklint itself calls inexact explain what they can;
# they are never a difference.
#
# ===----------------------------------------------------------------------=== #

import itertools
import os
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from values import LANES, known_numbers

# Values of symbols that are tried together, at most.
MAX_TRIES = 4096

# No member is aligned to more bytes.
MOST_PADDING = 16


# Operations that sources write as assembly.
OF_ASSEMBLY = {"ldmatrix", "stmatrix"}
# Which requests these make only machine code says.
FRAGMENT = re.compile(r"\b(load|store)_matrix_sync\b")


@dataclass
class Seen:
    """A request of the oracle."""

    warp: int
    line: int
    column: int
    file: str
    operation: str
    bytes: int
    mask: int
    places: tuple  # of the lanes of the mask: the array and the offset there
    is_of_bits: bool
    is_of_copy: bool


@dataclass
class Launch:
    kernel: str  # its symbol
    name: str
    grid: tuple
    block: tuple
    shared: int
    arguments: tuple = ()  # those that are integers
    blocks: list = field(default_factory=list)  # lists of Seen
    trouble: str = ""
    notes: set = field(default_factory=set)


def _seen(words, sites, arrays):
    line, column, file = sites[int(words[2])]
    common = words[6]
    kind, _, _ = words[3].partition("@")  # then the alignment, where it is small
    places = []
    for word in words[7:]:
        offset, _, array = word.partition(":")
        places.append((arrays[int(array or common)], int(offset)))
    return Seen(int(words[1]), line, column, file, kind.rstrip("!~"),
                int(words[4]), int(words[5], 16), tuple(places),
                kind.endswith("!"), kind.endswith("~"))


@dataclass
class Trace:
    launches: list = field(default_factory=list)
    kernels: dict = field(default_factory=dict)  # names by symbol
    launchers: list = field(default_factory=list)  # host functions that launch
    missing: list = field(default_factory=list)  # functions without a definition
    left_launches: int = 0  # that were not run, to come to an end
    left_blocks: int = 0
    is_whole: bool = False


def read_trace(text):
    trace = Trace()
    launches = trace.launches
    sites, arrays = {}, {}
    is_in_block = False
    # The last line of a program that crashed may be cut off.
    lines = text[:text.rfind("\n") + 1].splitlines()
    trace.is_whole = lines[-1:] == ["finished"]
    for line in lines:
        words = line.split()
        if words[0] == "r":
            launches[-1].blocks[-1].append(_seen(words, sites, arrays))
        elif words[0] == "site":
            file = line.split(" ", 4)[4:]
            sites[int(words[1])] = (int(words[2]), int(words[3]),
                                    file[0] if file else "")
        elif words[0] == "array":
            arrays[int(words[1])] = line.split(" ", 3)[3]
        elif words[0] == "kernel":
            trace.kernels[words[1]] = line.split(" name ", 1)[1]
        elif words[0] == "launch":
            grid, block = words[3:6], words[7:10]
            launches.append(Launch(words[1], line.split(" name ", 1)[1],
                                   tuple(map(int, grid)), tuple(map(int, block)),
                                   int(words[11]), known_numbers(words[13])))
        elif words[0] == "block":
            launches[-1].blocks.append([])
            is_in_block = True
        elif words[0] == "end":
            is_in_block = False
        elif words[0] == "cut":
            launches[-1].trouble = "too many requests"
        elif words[0] == "outside":
            launches[-1].trouble = "accesses outside of the arrays"
        elif words[0] == "ended":
            launches[-1].trouble = line.partition(" ")[2]
        elif words[0] == "note":
            launches[-1].notes.add(line.partition(" ")[2])
        elif words[0] == "launcher":
            trace.launchers.append(words[1])
        elif words[0] == "missing":
            trace.missing.append(line.partition(" ")[2])
        elif words[0] == "left":
            trace.left_launches, trace.left_blocks = int(words[1]), int(words[2])
    if is_in_block:
        launches[-1].blocks.pop()
    return trace


def agrees(walk, launch):
    """Whether a walk may be of that launch, as far as it knows its numbers. A walk
    without known arguments stands for any."""
    return launch.block == walk.block and all(
        known is None or seen is None or known == seen
        for known, seen in zip(walk.arguments, launch.arguments))


def plain_name(name):
    """A kernel's name without its scope, parameters and what is typed twice."""
    depth, end = 0, len(name)
    for at, char in enumerate(name):
        if char == "(" and depth == 0 and not name[at:].startswith("(anonymous"):
            end = at
            break
        depth += (char in "<[") - (char in ">]")
    name = name[:end]
    depth, begin = 0, 0
    for at, char in enumerate(name):
        depth += (char in "<[(") - (char in ">])")
        if depth == 0 and name.startswith("::", at):
            begin = at + 2
    return re.sub(r"\s+", "", name[begin:])


def array_name(array):
    """Banklint tells arrays of one name apart by a number."""
    return "(dynamic)" if array.is_dynamic else array.name.partition("#")[0]


class Layout:
    """Where banklint has placed arrays: accesses are compared by address, so
    that one through a pointer to one of several arrays can be, too. What it does
    not know lies far away, each array apart."""

    def __init__(self, walk):
        self.begins = {}
        for group in walk.groups:
            for array in group.arrays:
                if not array.is_view:
                    self.begins.setdefault(array_name(array), array.at)

    def address(self, place):
        array, offset = place
        if array not in self.begins:
            self.begins[array] = (len(self.begins) + 1) << 32
        return self.begins[array] + offset

    def text(self, address):
        below = [(begin, name) for name, begin in self.begins.items()
                 if begin <= address]
        begin, name = max(below) if below else (0, "?")
        return f"{name}+{address - begin}"


class Expected:
    """What one record says of one warp."""

    def __init__(self, record, group, warp):
        self.record, self.group = record, group
        self.numbers = dict(warp)
        self.is_known = self.is_exact = False
        self.why = ""
        if record.array is None:
            self.why = (re.sub(r" line \d+$", "", record.reason)
                        or "address not known")
            return
        symbols = [group.symbols[name] for name in sorted(record.names())
                   if name not in warp]
        if any(symbol.varies for symbol in symbols):
            self.why = "address depends on data"
            return
        self.symbols = symbols
        self.is_known = not symbols
        self.is_exact = (record.certainty == "exact" and not record.repeated
                         and not group.is_torn)
        if not self.is_exact:
            self.why = record.certainty if record.certainty != "exact" else (
                "repeated" if record.repeated else "torn")

    def is_many(self):
        """Whether it stands for the iterations of a loop, as many as there are."""
        return any(symbol.role == "visited" and not symbol.name.startswith("block")
                   for symbol in self.symbols)

    def is_choice(self):
        """Whether a condition that is not known decides where it is."""
        return any(symbol.role == "choice" for symbol in self.symbols)

    def has_address(self):
        return self.record.array is not None and hasattr(self, "symbols")

    def at(self, numbers):
        """Lanes and offsets with these numbers for the symbols."""
        numbers = {**self.numbers, **numbers}
        begin = self.record.array.at
        offsets = [begin + each for each in self.record.offsets(numbers)]
        mask = self.record.active(numbers)
        return mask, tuple(offsets[lane] for lane in range(LANES)
                           if mask >> lane & 1)

    def forms(self, hints):
        """The relative forms that the symbols' values make. Walks are compared with
        several blocks: what was computed is kept."""
        numbers = tuple(sorted((name, self.numbers[name])
                               for name in self.record.names()
                               if name in self.numbers))
        known = self.record.forms
        if numbers not in known:
            known[numbers] = Forms(self, hints)
        return known[numbers]


class Forms:
    """Relative forms of a record, computed while they are asked for: most often
    the one that is there comes soon."""

    def __init__(self, expected, hints):
        self.known, self.is_all = [], True
        self._rest = self._tries(expected, hints)

    def __iter__(self):
        yield from self.known
        for form in self._rest:
            self.known.append(form)
            yield form

    def _tries(self, expected, hints):
        record, symbols = expected.record, expected.symbols
        values = [*record.indices, *([record.within] if record.within else [])]
        if record.when is None and all(
                each.moves_all_lanes_alike() for each in values):
            return iter([_relative(*expected.at(
                {symbol.name: _sample(symbol) for symbol in symbols}))])
        candidates, tries = [], 1
        for symbol in symbols:
            values, is_whole = _values(symbol, hints)
            candidates.append(values)
            self.is_all &= is_whole
            tries *= len(values)
        self.is_all &= tries <= MAX_TRIES

        def each():
            seen = set()
            for values in itertools.islice(itertools.product(*candidates),
                                           MAX_TRIES):
                form = _relative(*expected.at(
                    {s.name: v for s, v in zip(symbols, values)}))
                if form not in seen:
                    seen.add(form)
                    yield form

        return each()


def _sample(symbol):
    return symbol.choices[0] if symbol.choices else symbol.low or 0


def _values(symbol, hints):
    if symbol.choices:
        return symbol.choices, True
    low, high, step = symbol.low, symbol.high, max(1, symbol.multiple)
    if low is None and high is not None and high <= 0:
        return list(range(high - high % step, high - 64 * step, -step)), False
    is_whole = low is not None
    low = -(-(low or 0) // step) * step
    values = [v for v in hints if v >= low and (high is None or v <= high)]
    if high is not None and (high - low) // step < 256:
        return list(range(low, high + 1, step)), is_whole
    return sorted(set(values) | set(range(low, low + 64 * step, step))), False


def _relative(mask, offsets):
    return mask, tuple(offset - offsets[0] for offset in offsets) if offsets else ()


@dataclass
class Difference:
    line: int
    column: int
    kernel: str
    what: str
    is_exact: bool
    cause: str = ""


@dataclass
class Comparison:
    sites: set = field(default_factory=set)
    compared: int = 0       # requests that banklint knows and that are there
    explained: int = 0      # requests at records that are inexact
    differences: list = field(default_factory=list)
    causes: Counter = field(default_factory=Counter)


# The line of all that headers of the system do: banklint records it at the call in
# the source, without a place in the header.
OF_LIBRARY = 0


class Places:
    """Which of banklint's lines a place of the compiler belongs to: an
    assignment stands where its sign is, banklint's site where it begins."""

    def __init__(self, walk, block):
        self.spans = defaultdict(set)
        self.recorded = defaultdict(set)  # lines
        self.files = {os.path.basename(record.site.file)
                      for group in walk.groups for record in group.records
                      if record.site}
        self.library = {each.operation for each in block if self._is_of_library(each)}
        for group in walk.groups:
            for record in group.records:
                if record.site:
                    site = record.site
                    self.spans[record.operation].add(
                        (site.line, site.end_line))
                    self.recorded[record.operation, record.bytes].add(site.line)
        self.seen, self.lines = defaultdict(set), set()
        for each in block:
            if not self._is_of_library(each):
                self.seen[each.operation, each.bytes].add(self._in_span(each))
                self.lines.add((self._in_span(each), each.operation))

    def _is_of_library(self, seen):
        return os.path.basename(seen.file) not in self.files

    def place_of(self, record):
        """Where a record's requests are looked for: what stands on a line on which
        the source itself does no such thing, a library may do there."""
        line = record.site.line
        if (record.operation in self.library
                and (line, record.operation) not in self.lines):
            line = OF_LIBRARY
        return line, record.operation, record.bytes

    def _in_span(self, seen):
        spans = self.spans.get(seen.operation, ())
        if any(begin == seen.line for begin, _ in spans):
            return seen.line
        inside = [begin for begin, end in spans if begin <= seen.line <= end]
        return max(inside) if inside else seen.line

    def _has_pieces(self, seen, line):
        return seen.is_of_copy and any(
            line in lines and operation == seen.operation and size < seen.bytes
            for (operation, size), lines in self.recorded.items())

    def line_of(self, seen):
        """Of an assignment over several lines, banklint has the line that tables
        of the compiler show: the nearest where nothing was seen."""
        if self._is_of_library(seen):
            return OF_LIBRARY
        line, kind = self._in_span(seen), (seen.operation, seen.bytes)
        if line in self.recorded[kind] or self._has_pieces(seen, line):
            return line
        near = [other for other in self.recorded[kind] - self.seen[kind]
                if abs(other - line) <= 5
                # Of assembly, banklint has the line of the operand.
                and (seen.operation not in OF_ASSEMBLY or other > line)]
        return min(near, key=lambda other: (abs(other - line), other),
                   default=line)


def compare_block(walk, seen, hints, result):
    """Adds what differs between a walk and the requests of a block."""
    places, layout = Places(walk, seen), Layout(walk)
    by_place = defaultdict(Counter)
    example = {}
    for each in seen:
        line = places.line_of(each)
        key = (each.mask, tuple(map(layout.address, each.places)))
        place = (line, each.operation, each.bytes)
        by_place[place][key] += 1
        example.setdefault((place, key), each)
    found = {place: Counter(keys) for place, keys in by_place.items()}

    # An atomic operation on floats is a loop in machine code, which the walk
    # records; of one to a single word, one lane does the work of all.
    atomics = {(record.site.line, record.site.column)
               for group in walk.groups for record in group.records
               if record.operation == "atomic"}

    inexact = defaultdict(list)
    undecided = set()
    open_forms = defaultdict(list)
    missing = defaultdict(Counter)
    for group in walk.groups:
        for record in group.records:
            for warp in group.warps:
                expected = Expected(record, group, warp)
                place = places.place_of(record)
                result.sites.add((record.site.file, record.site.line,
                                  record.site.column, record.operation))
                if (record.operation == "load" and (
                        record.site.line, record.site.column) in atomics):
                    result.causes["loop of an atomic operation"] += 1
                    continue
                if FRAGMENT.search(record.site.text):
                    result.causes["requests of a matrix fragment"] += 1
                    continue
                if not expected.has_address() or not expected.is_exact:
                    inexact[place[:2]].append(expected)
                    if record.operation in places.library:
                        inexact[OF_LIBRARY, record.operation].append(expected)
                elif expected.is_known:
                    key = expected.at({})
                    if not key[0]:
                        continue
                    key = combined(place, key, found)
                    of_library = (OF_LIBRARY, *place[1:])
                    if not found.get(place, {}).get(key) and found.get(
                            of_library, {}).get(key):
                        place = of_library
                    if found.get(place, {}).get(key):
                        found[place][key] -= 1
                        result.compared += 1
                    else:
                        missing[place][key] += 1
                        example.setdefault((place, key), record)
                else:
                    open_forms[place].append(expected)

    for place, keys in missing.items():
        for key in keys:
            while keys[key] and take_parts(found.get(place, Counter()), key):
                keys[key] -= 1
                result.compared += 1
                result.causes["both sides of a choice are one request"] += 1

    # Records with symbols take what is left of their place, or a piece of a copy:
    # those that say where come first, and those that could be on either side of a
    # condition last.
    take_pieces(found, missing, example, result)
    begun = Counter()
    for place, waiting in open_forms.items():
        left = found.get(place, Counter())
        once = [each for each in waiting if not each.is_many()]
        assigned = Matching(left, [each.forms(hints) for each in once]).find()
        result.compared += len(assigned)
        rest = [each for i, each in enumerate(once) if i not in assigned]
        for expected in [*(each for each in waiting if each.is_many()),
                         *sorted(rest, key=Expected.is_choice)]:
            forms = expected.forms(hints)
            if expected.is_many():
                result.compared += take_all(left, forms)
                take_open_piece(found, place, forms, example, begun, result,
                                is_many=True)
                continue
            if take_open_piece(found, place, forms, example, begun, result):
                continue
            if take_open_parts(left, forms):
                result.compared += 1
                result.causes["both sides of a choice are one request"] += 1
                continue
            if expected.is_choice():
                # It counts as one for all lanes, of which reports say that they
                # are not exact.
                result.causes["a condition that is not known"] += 1
                undecided.add(place)
                continue
            if forms.is_all and any(mask for mask, _ in forms):
                mask, offsets = next(iter(forms))
                missing[place][(mask, offsets)] += 1
                example.setdefault((place, (mask, offsets)), expected.record)
            else:
                result.causes["depends on a value of the launch"] += 1
        if not all(expected.forms(hints).is_all for expected in waiting):
            undecided.add(place)

    take_begun(found, begun, result)
    take_pieces(found, missing, example, result)
    take_elsewhere(found, missing, result)
    take_assigned(walk, missing, result)

    # What is left of the oracle's is at records that are inexact, or differs.
    for place, keys in found.items():
        line, operation, _ = place
        for key, number in keys.items():
            if not number:
                continue
            each = example[(place, key)]
            # Code that Clang rejects may do anything: its record is a load.
            of_line = inexact.get((line, operation)) or [
                other for other in inexact.get((line, "load"), ())
                if other.why == "UsedInRejectedCode"]
            if of_line:
                result.explained += number
                cause = of_line[0].why or "inexact"
                result.causes[f"banklint is inexact: {cause}"] += number
                continue
            if place in undecided or any(
                    other[:2] == place[:2] and (
                        each.is_of_bits or each.is_of_copy and other[2] < place[2])
                    for other in undecided):
                result.explained += number
                result.causes["depends on a value of the launch"] += number
                continue
            result.differences.append(Difference(
                each.line, each.column, walk.kernel,
                f"the oracle saw {number} x {describe(place, key, layout)}, "
                "banklint has no such request", True))
    for place, keys in missing.items():
        for key, number in keys.items():
            if not number:
                continue
            either = example[(place, key)]
            column = getattr(either, "site", either).column
            result.differences.append(Difference(
                place[0], column, walk.kernel,
                f"banklint has {number} x {describe(place, key, layout)}, "
                "the oracle did not see it", True))


class Matching:
    """Records beside requests of their place, of which each record takes one of a
    form that it can have: as many pairs as there can be. What the first forms of
    records take may be all that is there for another. Records of which all forms
    are tried come first: what another one makes may be a form that was not."""

    def __init__(self, left, records):
        self.left, self.records = left, records
        self.by_form = defaultdict(list)
        for key in left:
            if left[key]:
                self.by_form[_relative(*key)].append(key)
        self.taken = {}  # by record
        self.holders = defaultdict(list)  # by request
        self._all = {}

    def find(self):
        for is_all in (True, False):
            some = [record for record, forms in enumerate(self.records)
                    if forms.is_all == is_all]
            for record in some:
                self._take_first(record)
            for record in some:
                if record not in self.taken:
                    self._free(record, set())
        return self.taken

    def _take_first(self, record):
        for form in self.records[record] if self.by_form else ():
            for key in self.by_form.get(form, ()):
                if self.left[key]:
                    return self._give(record, key)

    def _give(self, record, key):
        self.left[key] -= 1
        self.taken[record] = key
        self.holders[key].append(record)

    def _choices(self, record):
        if record not in self._all:
            self._all[record] = [key for form in self.records[record]
                                 for key in self.by_form.get(form, ())]
        return self._all[record]

    def _free(self, record, seen):
        """Finds one for the record, if need be by giving others another one."""
        for key in self._choices(record) if self.by_form else ():
            if key in seen:
                continue
            seen.add(key)
            if self.left[key]:
                self._give(record, key)
                return True
            for holder in list(self.holders[key]):
                if self._free(holder, seen):
                    self.holders[key].remove(holder)
                    self.holders[key].append(record)
                    self.taken[record] = key
                    return True
        return False


def take_all(left, forms):
    """Takes all requests of these forms."""
    wanted = {key: _relative(*key) for key in left if left[key]}
    have = set(forms) if wanted else ()
    taken = 0
    for key, form in wanted.items():
        if form in have:
            taken += left[key]
            left[key] = 0
    return taken


def take_parts(left, key):
    """Takes requests whose lanes together are those of one, each lane at the same
    address: where an operand is chosen, the sides are one request or two."""
    mask, addresses = key
    wanted = dict(zip(_lanes_of(mask), addresses))
    fitting = [other for other, count in left.items() if count and other[0]
               and other[0] & mask == other[0] and all(
                   wanted[lane] == address
                   for lane, address in zip(_lanes_of(other[0]), other[1]))]

    def cover(rest):
        lowest = rest & -rest
        for other in fitting:
            if other[0] & lowest and other[0] & rest == other[0]:
                parts = [] if rest == other[0] else cover(rest & ~other[0])
                if parts is not None:
                    return [other, *parts]
        return None

    parts = cover(mask) if mask else None
    for other in parts or ():
        left[other] -= 1
    return parts is not None


def take_open_parts(left, forms):
    """Likewise, for a record of which only differences between lanes are known."""
    for mask, offsets in forms:
        at = dict(zip(_lanes_of(mask), offsets))
        begins = {other[1][0] - at[_lanes_of(other[0])[0]]
                  for other, count in left.items()
                  if count and other[0] and other[0] & mask == other[0]}
        if any(take_parts(left, (mask, tuple(begin + each for each in offsets)))
               for begin in begins):
            return True
    return False


def take_open_piece(found, place, forms, example, begun, result, is_many=False):
    """Takes a piece of a copy, wherever it begins, or the unit of a bit-field;
    `begun` holds how many bytes have been taken. A record that stands for many
    takes a piece of all."""
    line, operation, size = place
    forms = set(forms)
    has_taken = False
    for other, keys in found.items():
        if other[:2] != (line, operation) or other == place:
            continue
        for key in keys:
            is_bits = example[(other, key)].is_of_bits
            # A copy may leave out the padding of a class, which machine code loads.
            is_copy = example[(other, key)].is_of_copy and (
                other[2] > size or _may_be_padding(other[2], size))
            if not keys[key] or not (is_bits or is_copy) or (
                    _relative(*key) not in forms):
                continue
            number = keys[key] if is_many else 1
            begun[other, key] += size * number
            whole = min(begun[other, key] // other[2], keys[key])
            if whole:
                begun[other, key] = 0
                keys[key] -= whole
                result.compared += whole
                result.causes["unit of a bit-field" if is_bits
                              else "copy in pieces"] += whole
            has_taken = True
            if not is_many:
                return True
    return has_taken


def take_begun(found, begun, result):
    """Takes copies of which all is taken but what can be padding."""
    for (place, key), taken in begun.items():
        left = found[place][key]
        padding = place[2] - taken / left if left else MOST_PADDING
        if padding < min(place[2] / 2, MOST_PADDING):
            found[place][key] = 0
            result.compared += left
            result.causes["copy in pieces, without padding"] += left


def take_pieces(found, missing, example, result):
    """Takes copies that banklint records in pieces, as machine code makes them,
    and bit-fields, which it accesses in units of another size. A copy of a class
    that others may derive from leaves out the padding at its end, which banklint
    copies with the rest. An object that is made of its members is recorded by
    member: machine code passes over padding, and a copy at -O0 does not."""
    for (line, operation, size), keys in found.items():
        for key in keys:
            is_bits = example[((line, operation, size), key)].is_of_bits
            is_copy = example[((line, operation, size), key)].is_of_copy
            while keys[key]:
                place = (line, operation, size)
                pieces, has_gaps = _pieces_of(missing, place, key, is_bits, is_copy)
                if not pieces:
                    break
                for each, piece in pieces:
                    missing[each][piece] -= 1
                keys[key] -= 1
                result.compared += 1
                result.causes[
                    "unit of a bit-field" if is_bits
                    else "copy in pieces, without padding" if has_gaps
                    else "copy in pieces"] += 1


def _pieces_of(missing, place, key, is_bits, is_copy):
    """Requests that lie one behind the other in that one, for all lanes, with
    nothing in between but what can be padding; and whether there is any."""
    size, (mask, addresses) = place[2], key
    near = [(other, keys) for other, keys in missing.items()
            if other[:2] == place[:2] and (is_bits or is_copy or other[2] <= size)]
    pieces, end, at, has_gaps = [], 0, 0, False
    while at < size and (is_bits or at == end or at - end < MOST_PADDING):
        piece = (mask, tuple(each + at for each in addresses))
        other = next((other for other, keys in near if keys.get(piece) and (
            is_bits or is_copy or other[2] <= size - at)), None)
        if not other and not is_bits and not (is_copy and pieces):
            return [], False
        if not other:
            at += 1
            continue
        if at > end and not is_bits and not _may_be_padding(end, at):
            return [], False
        has_gaps |= at > end
        pieces.append((other, piece))
        end = at = at + other[2]
    # Machine code accesses the words that hold the bits.
    if end < size and not is_bits and not _may_be_padding(end, size):
        return [], False
    return pieces, has_gaps or end < size


def _may_be_padding(begin, end):
    """What is behind padding is aligned to more bytes than these are."""
    return end - begin < min(end & -end, MOST_PADDING)


def take_elsewhere(found, missing, result):
    """Takes requests that stand a few lines apart: banklint puts an access where
    line tables of the compiler show it."""
    for (line, operation, size), keys in found.items():
        for place, others in missing.items():
            if place[1:] != (operation, size) or abs(place[0] - line) > 5:
                continue
            for key in keys:
                both = min(keys[key], others.get(key, 0))
                if both > 0:
                    keys[key] -= both
                    others[key] -= both
                    result.compared += both
                    result.causes["shown at another line"] += both


def take_assigned(walk, missing, result):
    """Takes loads of what was assigned by the same expression: `a[i] = b[i] = c`
    reads `b[i]` again for C++, and for no compiler."""
    stores = {(record.site.line, record.site.column, record.bytes)
              for group in walk.groups for record in group.records
              if record.operation == "store"}
    loads = {(record.site.line, "load", record.bytes)
             for group in walk.groups for record in group.records
             if record.operation == "load" and (
                 record.site.line, record.site.column, record.bytes) in stores}
    for place, keys in missing.items():
        for key in keys if place in loads else ():
            if not keys[key]:
                continue
            result.causes["value of an assignment"] += keys[key]
            keys[key] = 0


def _lanes_of(mask):
    return [lane for lane in range(LANES) if mask >> lane & 1]


def combined(place, key, found):
    """The request of all lanes for one word that banklint records of one."""
    mask, offsets = key
    if place[1] != "atomic" or mask & (mask - 1) or found.get(place, {}).get(key):
        return key
    for other, count in found.get(place, {}).items():
        if count and other[0] & mask and set(other[1]) == set(offsets):
            return other
    return key


def describe(place, key, layout):
    _, operation, size = place
    mask, addresses = key
    shown = " ".join(map(layout.text, addresses[:6]))
    return (f"{operation} of {size} bytes, lanes {mask:08x}, at {shown}"
            + (" ..." if len(addresses) > 6 else ""))
