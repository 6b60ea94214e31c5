import { parseArgs } from "node:util";
import { initKeys } from "../init-keys.ts";
import type { Command } from "./command.ts";

export const keysInit: Command = {
  name: "keys init",
  summary: "make the keys of services and probes and the bundle that pins them",
  help: `Usage: veil keys init --dir DIR [--force]

Makes the keys of the services that need some, of the two isolation probes of a cluster, and the
one bundle that pins them:
  DIR/<service>.keys.json   private keys of one service or probe: give it to that one alone
  DIR/gateway.pepper        for look-ups of API keys and e-mail addresses
  DIR/gateway.data-key      for customers' data at rest
  DIR/trust.json            public keys of all: the same file for all

Options:
  --dir DIR   folder of the keys; made with mode 0700 when it is missing
  --force     replace all keys that are there, pepper and data key too:
              what was stored under them can never be read again
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
