s[i * 32] = 0; // NOLINT
s[i * 32] = 0; // NOLINT(banklint-bank-conflict): rare path
// NOLINTNEXTLINE(banklint-*, -banklint-nolint)
s[i * 32] = 0; /* NOLINT() */ // NOLINT(other-tool, [a-z]*)
// NOLINTBEGIN(banklint-*)
// NOLINTBEGIN
s[i] = 1;
// NOLINTEND
// NOLINTEND(banklint-*)
