# As a script: writes to HEADER, for --version, which commit of SOURCE is built, if that has changed.

find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short=12 HEAD
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
endif()
if(COMMIT)
  set(COMMIT "commit ${COMMIT}, ")
endif()
set(TEXT "#define BANKLINT_COMMIT \"${COMMIT}\"\n")
if(EXISTS ${HEADER})
  file(READ ${HEADER} OLD)
endif()
if(NOT TEXT STREQUAL OLD)
  file(WRITE ${HEADER} "${TEXT}")
endif()
