# Compiles through ccache where it is installed: the preset 'develop' includes
# this before project().

find_program(CCACHE ccache)
if(CCACHE)
  # A precompiled header carries its time in it, unless Clang is told not to.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
  add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,Clang>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
