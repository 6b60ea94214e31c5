import { parseArgs } from "node:util";
import { initKeys } from "../init-keys.ts";
import type { Command } from "./command.ts";

export const keysInit: Command = {
  name: "keys init",
  summary: "create the keys of the services and probes, and the bundle that pins them",
  help: `Usage: veil keys init --dir DIR [--force]

Creates the keys of the services that need one and of a cluster's two isolation probes, and the
bundle that pins them:
  DIR/<service>.keys.json   private keys of one service or probe; give the file to no other
  DIR/gateway.pepper        to look up API keys and email addresses
  DIR/gateway.data-key      for customers' data at rest
  DIR/trust.json            the public keys of all; every service gets this file

Options:
  --dir DIR   folder for the keys; created with mode 0700 if it does not exist
  --force     replace all existing keys, including pepper and data key:
              data stored under the old keys can never be read again
  --help      show this text
`,
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: { dir: { type: "string" }, force: { type: "boolean", default: false } },
    });
    const { dir = "", force } = values;
    if (dir === "") throw new Error("--dir is required");
    return async (print) => {
      const files = await initKeys(dir, { force });
      print(`${files.join("\n")}\n`);
    };
  },
};
