// NOLINTBEGIN(banklint-*)
// NOLINTEND(banklint-bank-conflict)
// NOLINTEND