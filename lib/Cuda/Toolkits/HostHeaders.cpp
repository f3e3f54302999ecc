//===- HostHeaders.cpp - Headers that launches go through -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/HostHeaders.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"

bool banklint::holdsContainers(llvm::StringRef Path) {
  return llvm::StringSwitch<bool>(llvm::sys::path::filename(Path))
      .Cases({"stl_vector.h", "vector.tcc", "std_function.h", "unique_ptr.h",
              "shared_ptr.h", "shared_ptr_base.h"},
             true)
      .Cases({"stl_map.h", "stl_multimap.h", "stl_set.h", "stl_multiset.h",
              "stl_tree.h", "stl_function.h"},
             true)
      .Cases({"unordered_map.h", "unordered_set.h", "hashtable.h",
              "hashtable_policy.h", "enable_special_members.h",
              "node_handle.h"},
             true)
      .Cases({"stl_iterator.h", "stl_iterator_base_funcs.h",
              "stl_iterator_base_types.h", "range_access.h",
              "initializer_list"},
             true)
      .Cases({"stl_algobase.h", "stl_uninitialized.h", "stl_construct.h",
              "stl_algo.h", "stl_numeric.h", "cpp_type_traits.h"},
             true)
      .Cases({"new_allocator.h", "alloc_traits.h", "allocator.h",
              "ptr_traits.h", "aligned_buffer.h", "allocated_ptr.h"},
             true)
      .Cases({"move.h", "invoke.h", "tuple", "array", "utility", "stl_pair.h",
              "optional", "functional", "refwrap.h"},
             true)
      .Default(false);
}
