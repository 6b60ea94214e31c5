import type { Command } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";
import { addNetpolCheck } from "./check.ts";
import { addNetpolCompile } from "./compile.ts";
import { addNetpolDiff } from "./diff.ts";
import { addNetpolHash } from "./hash.ts";
import { addNetpolLint } from "./lint.ts";
import { addNetpolMatrix } from "./matrix.ts";

export function addNetpol(parent: Command, cli: Cli): void {
  addNetpolCheck(parent, cli);
  addNetpolLint(parent, cli);
  addNetpolMatrix(parent, cli);
  addNetpolDiff(parent, cli);
  addNetpolCompile(parent, cli);
  addNetpolHash(parent, cli);
}
