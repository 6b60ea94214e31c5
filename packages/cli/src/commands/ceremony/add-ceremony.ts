import type { Command } from "@commander-js/extra-typings";
import type { Cli } from "../../program/cli.ts";
import { addCeremonyKey } from "./ceremony-key.ts";
import { addCosign } from "./cosign.ts";
import { addDraft } from "./draft.ts";
import { addVerify } from "./verify.ts";

/** Adds the commands of `veil ceremony` in the order of their use. None of them needs a network. */
export function addCeremony(parent: Command, cli: Cli): void {
  addCeremonyKey(parent, cli);
  addDraft(parent, cli);
  addCosign(parent, cli);
  addVerify(parent, cli);
}
