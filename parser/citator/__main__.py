"""``python -m citator`` is the command line."""

from citator.cli import main

if __name__ == "__main__":
    main()
