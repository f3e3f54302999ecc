//===- Export.h - What Nsight Compute writes as CSV -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two pages of a profile matter. The *source* page, of lines and machine code
// (`--page source --print-source cuda,sass`), is a table for each launch and
// each file that its code comes from: a row for each line, and below it one for
// each of its instructions. An instruction of an inlined function may stand
// below two lines, its own and that of the call, and often stands below one
// line twice. The *raw* page (`--page raw`) is a row for each launch, with its
// shape.
//
// Columns are found by name, in whatever order and with whatever others: by the
// name that is shown, "L1 Wavefronts Shared", or that of the metric,
// "memory_l1_wavefronts_shared".
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_EXPORT_H
#define BANKLINT_PROFILE_EXPORT_H

#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace banklint {

/// A line of a source; `File` as the program was compiled.
struct ProfiledLine {
  std::string File;
  unsigned Line = 0;

  friend bool operator<(const ProfiledLine &A, const ProfiledLine &B) {
    return std::tie(A.File, A.Line) < std::tie(B.File, B.Line);
  }
  friend bool operator==(const ProfiledLine &A, const ProfiledLine &B) {
    return A.File == B.File && A.Line == B.Line;
  }
};

/// A machine instruction that accesses shared memory, over one launch.
struct ProfiledInstruction {
  std::string Text; ///< "@!P0 LDS.64 R4, [R4]"
  AccessOperation Operation = AccessOperation::Load;
  std::vector<ProfiledLine> Lines; ///< each once, in the order of the page
  int64_t Requests = 0;            ///< warps that execute it
  /// Lanes that its guard lets pass, where the page has it.
  std::optional<int64_t> Lanes;
  int64_t Wavefronts = 0, Ideal = 0; ///< as the profiler counts them
};

/// One launch of a kernel.
struct ProfiledLaunch {
  std::string Kernel; ///< as the profiler writes it
  /// From the raw page; not set without it.
  std::optional<std::array<unsigned, 3>> Block, Grid;
  /// How often the first instruction is executed, by warps and threads: all of
  /// the launch.
  std::optional<int64_t> Warps, Threads;
  bool HasCode = false; ///< any instruction, whatever it accesses
  /// Those that access shared memory, by their address.
  std::map<uint64_t, ProfiledInstruction> Instructions;
  /// From the raw page: its counters of shared memory, which count other
  /// traffic, too.
  std::vector<std::pair<std::string, int64_t>> Counters;
};

/// All launches of a profile, in their order.
struct Profile {
  std::vector<ProfiledLaunch> Launches;
  std::vector<std::string> Files; ///< that code comes from, each once
  /// Of lines that access shared memory, as they were when it was profiled.
  std::map<ProfiledLine, std::string> Texts;
};

/// Whether a text looks like a page of the profiler's, whatever is wrong with
/// it.
bool looksLikeExport(llvm::StringRef Text);

/// Reads the pages of one profile, of which each may be a file of its own.
class ProfileReader {
public:
  /// Reads the tables of a file. Fails with a sentence where it is no CSV,
  /// holds no table of the profiler's, or a cell that makes no sense.
  llvm::Error add(llvm::StringRef File, llvm::StringRef Text);

  /// What was read. Fails with a sentence that says what to export where there
  /// is no table of lines with machine code, or the raw page is of other
  /// launches: of other kernels or as many, or with a shape or sums of counters
  /// that its lines do not have.
  llvm::Expected<Profile> take();

private:
  class TableReader;

  /// What both pages count of a launch; not set where a page lacks it.
  struct Sums {
    std::optional<int64_t> Instructions, Threads, Wavefronts, Ideal;
  };

  /// All machine instructions of a launch, each once.
  struct ShownCode {
    std::set<uint64_t> Addresses;
    Sums Counted;
  };

  struct RawLaunch {
    std::string Kernel;
    std::array<unsigned, 3> Block = {0, 0, 0}, Grid = {0, 0, 0};
    std::vector<std::pair<std::string, int64_t>> Counters;
    Sums Counted;
  };

  std::optional<std::vector<size_t>> matchLaunches() const;
  std::string differenceOf(size_t Launch, const RawLaunch &L) const;
  llvm::Error takeShapes();

  std::vector<ProfiledLaunch> Launches;
  std::vector<ShownCode> Shown; ///< of each
  std::vector<std::string> Files;
  std::map<ProfiledLine, std::string> Texts;
  std::vector<RawLaunch> Raw;
  std::map<std::string, size_t> RawOf; ///< by "ID"
  bool HasLines = false;
  /// The first file with machine code alone, with text alone, and with how
  /// kernels were launched: what a sentence names. "" where there is none.
  std::string OfMachineCode, OfText, OfLaunches;
};

} // namespace banklint

#endif // BANKLINT_PROFILE_EXPORT_H
