process.stderr.write("pii:eval has no work yet\n");
process.exitCode = 2;
