import type { Command } from "@commander-js/extra-typings";
import type { ManifestDraft, WitnessedManifest } from "@veil/contracts/signer";
import { cosignManifest, type ManifestKey, readCeremonyKey, verifyDraft } from "@veil/veil";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { orUsageError, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { readText } from "../input-text.ts";
import { describeKeys } from "./describe-keys.ts";
import { readDraft, readManifest, writeNewJson } from "./files.ts";
import { EXAMPLE_PIN, pinOption } from "./options.ts";

interface CosignOptions {
  readonly keyFile: string;
  readonly gateway: ManifestKey;
  readonly previous?: string | undefined;
  readonly first?: true | undefined;
  readonly output: string;
  readonly yes?: true | undefined;
  readonly json?: true | undefined;
}

export function addCosign(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "cosign <DRAFT>",
    summary: "second step, by the witness: check the draft, and sign it too",
    description:
      "Second step, by the witness, a person of another team or organization: checks the gateway's signature, that every key " +
      "is sound, of a known service and listed once, that the draft is of the last 15 minutes, and that it follows the manifest " +
      "that the witness signed before; prints the keys, and with --yes signs. Compare the new keys with what the gateway's operator says over another channel.",
    examples: [
      `veil ceremony cosign --key-file witness.key.json --gateway ${EXAMPLE_PIN} --first --output manifest.json draft.json`,
      `veil ceremony cosign --key-file witness.key.json --gateway ${EXAMPLE_PIN} --previous manifest.json --output manifest-2.json --yes draft.json`,
    ],
  })
    .requiredOption("--key-file <FILE>", "the witness's key (veil ceremony key --role witness)")
    .addOption(pinOption("gateway"))
    .option("--previous <FILE>", "the manifest that the witness signed last, from its own files")
    .option("--first", "the witness has not signed a manifest of this deployment before")
    .requiredOption("--output <FILE>", "new file for the manifest")
    .option("--yes", "sign; without it, the keys are printed and nothing is signed")
    .action((draft, options) => cosign(cli, draft, options));
}

async function cosign(cli: Cli, file: string, options: CosignOptions): Promise<void> {
  const { gateway, output, yes, json } = options;
  const draft = await readDraft(cli, file);
  const previous = await previousOf(cli, options);
  const known = { gateway, previous, nowMs: Date.now() };
  orUsageError(() => verifyDraft(draft, known));
  if (!yes) {
    printBody(cli, { json }, reportOf(draft), () => describeKeys(draft, known.previous));
    throw usageError("nothing is signed yet", {
      hint: "compare the keys above, and run the same command with --yes",
    });
  }
  const own = await readText(cli, options.keyFile);
  const signed = orUsageError(() => cosignManifest(draft, readCeremonyKey(own, "witness"), known));
  await writeNewJson(output, signed, 0o644);
  printBody(cli, { json }, { ...reportOf(signed), file: output }, () =>
    describeKeys(signed, known.previous),
  );
  note(cli, `${output} is signed. Keep a copy: the next ceremony needs it as --previous.`);
}

function reportOf({ version, keys }: ManifestDraft | WitnessedManifest) {
  return { version, keys };
}

/**
 * Returns the previous manifest. The witness must state that a manifest is the first, because a
 * draft could falsely claim it.
 */
async function previousOf(
  cli: Cli,
  { previous, first }: Pick<CosignOptions, "previous" | "first">,
): Promise<WitnessedManifest | undefined> {
  if ((previous === undefined) === (first === undefined))
    throw usageError("use either --previous FILE or --first");
  return previous === undefined ? undefined : await readManifest(cli, previous);
}
