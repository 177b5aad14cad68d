// An assembly file lets the package declare functions without bodies, which go:linkname finds elsewhere.
