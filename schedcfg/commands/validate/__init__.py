"""`schedcfg validate`: the command, its options, and the fixes that it makes."""
