# banklint_verify_precompiled_header(TARGET): a precompiled header that Clang finds
# stale is made anew.
#
# The build alone does not notice each header of the system that has changed:
# packages keep the times of their files, so that what an upgrade brings may be
# older than what was made of the file before. Clang then refuses all that would
# use it. So Clang is asked in each build (a tenth of a second).
#
# As a script: touches STAMP where COMPILER finds HEADER stale.

if(CMAKE_SCRIPT_MODE_FILE)
  if(EXISTS ${HEADER})
    execute_process(COMMAND ${COMPILER} -verify-pch ${HEADER}
                    RESULT_VARIABLE STATUS OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(STATUS OR NOT EXISTS ${STAMP})
    file(TOUCH ${STAMP})
  endif()
  return()
endif()

function(banklint_verify_precompiled_header TARGET)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CONFIGURATION_TYPES)
    return()
  endif()
  set(FOLDER ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${TARGET}.dir)
  set(STAMP ${CMAKE_CURRENT_BINARY_DIR}/${TARGET}.verified)
  add_custom_target(
    ${TARGET}-verified
    COMMAND ${CMAKE_COMMAND} -DCOMPILER=${CMAKE_CXX_COMPILER}
            -DHEADER=${FOLDER}/cmake_pch.hxx.pch -DSTAMP=${STAMP}
            -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    BYPRODUCTS ${STAMP}
    COMMENT "Verifying the precompiled header of ${TARGET}"
    VERBATIM)
  add_dependencies(${TARGET} ${TARGET}-verified)
  set_source_files_properties(${FOLDER}/cmake_pch.hxx.cxx PROPERTIES
                              OBJECT_DEPENDS ${STAMP})
endfunction()
