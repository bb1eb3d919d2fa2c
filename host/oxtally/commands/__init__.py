"""One module a command: `add_arguments(parser)` and `run(args)`. `oxtally.cli` has the table of them."""
