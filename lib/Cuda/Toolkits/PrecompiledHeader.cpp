//===- PrecompiledHeader.cpp - The first headers of a source --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toolkits/PrecompiledHeader.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;
using namespace llvm;

ArrayRef<FileHash> banklint::filesOf(const PrecompiledHeader &Header) {
  return Header.Files;
}

bool banklint::isCurrent(const PrecompiledHeader &Header,
                         vfs::FileSystem &Files) {
  auto IsSame = [&](const FileHash &Known) {
    auto Buffer = Files.getBufferForFile(Known.Name, /*FileSize=*/-1,
                                         /*RequiresNullTerminator=*/false);
    return Buffer && xxh3_64bits((*Buffer)->getBuffer()) == Known.Hash;
  };
  auto IsThere = [&](StringRef Name) { return Files.exists(Name); };
  return none_of(Header.Absent, IsThere) && all_of(Header.Present, IsThere) &&
         all_of(Header.Files, IsSame);
}

//===----------------------------------------------------------------------===//
// As a file
//===----------------------------------------------------------------------===//
//
// The mark, a hash of all that follows it, numbers and names, and the tree at a
// multiple of what its tables are aligned to.

static constexpr StringLiteral FileMark = "banklint headers";
static constexpr size_t HashBytes = sizeof(uint64_t);
static constexpr size_t TreeAlignment = 16;

std::string banklint::archiveHeader(const PrecompiledHeader &Header) {
  std::string Text;
  raw_string_ostream OS(Text);
  support::endian::Writer Out(OS, endianness::little);
  OS << FileMark;
  Out.write<uint64_t>(0);
  Out.write<uint32_t>(Header.Fewer ? 1 + *Header.Fewer : 0);
  Out.write<uint64_t>(Header.Tree.size());
  Out.write<uint32_t>(Header.Files.size());
  for (const FileHash &File : Header.Files) {
    OS << File.Name << '\0';
    Out.write<uint64_t>(File.Hash);
  }
  for (const std::vector<std::string> *Names :
       {&Header.Absent, &Header.Present}) {
    Out.write<uint32_t>(Names->size());
    for (StringRef Name : *Names)
      OS << Name << '\0';
  }
  OS.indent(offsetToAlignment(Text.size(), Align(TreeAlignment)));
  OS << Header.Tree;
  const size_t Begin = FileMark.size() + HashBytes;
  support::endian::write64le(
      &Text[FileMark.size()],
      xxh3_64bits(arrayRefFromStringRef(StringRef(Text).drop_front(Begin))));
  return Text;
}

std::optional<PrecompiledHeader>
banklint::restoreHeader(std::unique_ptr<MemoryBuffer> Contents) {
  const StringRef Text = Contents->getBuffer();
  const DataExtractor Data(Text, /*IsLittleEndian=*/true, /*AddressSize=*/8);
  if (!Text.starts_with(FileMark))
    return std::nullopt;
  DataExtractor::Cursor At(FileMark.size());
  const uint64_t Hash = Data.getU64(At);
  if (!At ||
      xxh3_64bits(arrayRefFromStringRef(Text.drop_front(At.tell()))) != Hash) {
    consumeError(At.takeError());
    return std::nullopt;
  }
  PrecompiledHeader Header;
  if (const uint32_t Count = Data.getU32(At))
    Header.Fewer = Count - 1;
  const uint64_t TreeBytes = Data.getU64(At);
  Header.Files.resize(Data.getU32(At));
  for (FileHash &File : Header.Files) {
    File.Name = Data.getCStrRef(At).str();
    File.Hash = Data.getU64(At);
  }
  for (std::vector<std::string> *Names : {&Header.Absent, &Header.Present}) {
    Names->resize(Data.getU32(At));
    for (std::string &Name : *Names)
      Name = Data.getCStrRef(At).str();
  }
  const uint64_t Begin = alignTo(At.tell(), TreeAlignment);
  if (Error E = At.takeError()) {
    consumeError(std::move(E));
    return std::nullopt;
  }
  Header.Tree = Text.substr(Begin, TreeBytes);
  Header.Storage = std::move(Contents);
  return Header;
}

//===----------------------------------------------------------------------===//
// In a parse
//===----------------------------------------------------------------------===//

void banklint::load(const PrecompiledHeader &Header, StringRef Text,
                    unsigned SkippedBytes,
                    clang::CompilerInvocation &Invocation,
                    IntrusiveRefCntPtr<vfs::FileSystem> &Files) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  Memory->addFileNoOwn(PrecompiledTreeFile, 0,
                       MemoryBufferRef(Header.Tree, PrecompiledTreeFile));
  Memory->addFile(PrecompiledSourceFile, 0,
                  MemoryBuffer::getMemBufferCopy(Text));
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Files));
  Overlay->pushOverlay(std::move(Memory));
  Files = std::move(Overlay);
  clang::PreprocessorOptions &Options = Invocation.getPreprocessorOpts();
  Options.ImplicitPCHInclude = PrecompiledTreeFile.str();
  Options.PrecompiledPreambleBytes = {SkippedBytes, true};
  // The files were compared by what they hold, and the key has all options.
  Options.DisablePCHOrModuleValidation =
      clang::DisableValidationForModuleKind::All;
}
