"""The commands of the command line, one module for each thing people come to do."""
