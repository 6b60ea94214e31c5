// Runs a command with the Node that the images ship first in PATH: scripts/with-image-node COMMAND
import path from "node:path";
import { imageNodeFolder } from "./lib/image-node.mjs";
import { run } from "./lib/run.mjs";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error("Usage: scripts/with-image-node COMMAND [ARGUMENTS]");
  process.exit(2);
}
try {
  const folder = await imageNodeFolder();
  const env = { PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  process.exitCode = await run(program, args, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
