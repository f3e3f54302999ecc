#pragma once
constexpr int kWidth = 32;
