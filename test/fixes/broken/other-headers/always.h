#ifndef ALWAYS_H
#define ALWAYS_H
#include "same.h"
#endif
