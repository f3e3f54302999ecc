# Writes the files NAMES of FOLDER to OUTPUT, as rows of a C++ table:
#   {"name", R"banklint(text)banklint"},

set(ROWS "// Generated from the headers in lib/Cuda.\n")
foreach(NAME IN LISTS NAMES)
  file(READ ${FOLDER}/${NAME} TEXT)
  string(APPEND ROWS "{\"${NAME}\", R\"banklint(${TEXT})banklint\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${ROWS}")
