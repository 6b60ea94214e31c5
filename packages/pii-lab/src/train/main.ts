process.stderr.write("pii:train has no work yet\n");
process.exitCode = 2;
