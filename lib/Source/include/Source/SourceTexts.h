//===- SourceTexts.h - What the sources hold, by line and column *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_SOURCETEXTS_H
#define BANKLINT_SOURCE_SOURCETEXTS_H

#include "Source/EditedFiles.h"
#include "Source/Place.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// Reads each source once. A source that is gone is empty: places in it keep
/// the numbers that they had.
class SourceTexts {
public:
  /// `Edited` takes the place of what is on the disk, and has to outlive this.
  explicit SourceTexts(const EditedFiles &Edited) : Edited(Edited) {}

  /// What a span covers; empty where the source holds no such place.
  llvm::StringRef text(const SourceSpan &Span);

  /// A line without its end; empty where the source has no such line.
  llvm::StringRef line(const std::string &File, unsigned Number);

  /// All that the source holds.
  llvm::StringRef contents(const std::string &File);

  /// How many lines it has; what stands behind the last end of a line is one.
  unsigned lineCount(const std::string &File);

  /// Bytes from the beginning of the file; not set where it has no such place.
  std::optional<unsigned> offset(const SourcePoint &Point);

  /// Line and column of an offset, which may be the end of the file.
  SourcePoint point(const std::string &File, unsigned OffsetBytes);

  /// The column in UTF-16 code units, as editors and SARIF count; `Column`
  /// counts bytes.
  unsigned utf16Column(const std::string &File, unsigned Line, unsigned Column);

private:
  struct Source {
    std::unique_ptr<llvm::MemoryBuffer> Buffer;
    llvm::StringRef Text;
    std::vector<unsigned> LineStarts; ///< offsets, of at least one line
  };
  const Source &open(llvm::StringRef File);

  const EditedFiles &Edited;
  llvm::StringMap<Source> Sources;
};

} // namespace banklint

#endif // BANKLINT_SOURCE_SOURCETEXTS_H
