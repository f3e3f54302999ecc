int report() { return 0; }
