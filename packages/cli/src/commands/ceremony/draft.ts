import { readFileSync } from "node:fs";
import type { Command } from "@commander-js/extra-typings";
import { parseTrustBundle } from "@veil/crypto";
import {
  draftManifest,
  type ManifestKey,
  manifestKeyOf,
  nextManifest,
  readCeremonyKey,
} from "@veil/veil";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { orUsageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { readText } from "../input-text.ts";
import { describeKeys } from "./describe-keys.ts";
import { readManifest, writeNew } from "./files.ts";
import { EXAMPLE_PIN, endedAt, pinOption } from "./options.ts";

interface DraftOptions {
  readonly trust: string;
  readonly keyFile: string;
  readonly issuer: string;
  readonly witness: ManifestKey;
  readonly previous?: string | undefined;
  readonly ended?: ReadonlyMap<string, string> | undefined;
  readonly output: string;
  readonly json?: true | undefined;
}

export function addDraft(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "draft",
    summary: "first step, by the gateway's operator: list the keys, and sign them",
    description:
      "First step, by the operator of the gateway: lists the services' public keys from the trust bundle and the two of the " +
      "ceremony, retires the keys of the manifest before it that are gone, and signs. The draft goes to the witness.",
    examples: [
      `veil ceremony draft --trust trust.json --key-file gateway.key.json --witness ${EXAMPLE_PIN} --issuer gateway.example --output draft.json`,
    ],
  })
    .requiredOption(
      "--trust <FILE>",
      "pinned public keys of the deployment (veil service-keys init)",
    )
    .requiredOption("--key-file <FILE>", "the gateway's key (veil ceremony key --role gateway)")
    .addOption(pinOption("witness"))
    .requiredOption("--issuer <NAME>", "name of the deployment; stays the same")
    .option("--previous <FILE>", "the manifest in use; without it, the first one is made")
    .option(
      "--ended <KEY_ID=TIME>",
      "a key that is gone must not be believed since then, such as when it was stolen; else since now (repeatable)",
      endedAt,
    )
    .requiredOption("--output <FILE>", "new file for the draft")
    .action((options) => draft(cli, options));
}

async function draft(cli: Cli, options: DraftOptions): Promise<void> {
  const { trust, keyFile, issuer, witness, output, json } = options;
  const own = await readText(cli, keyFile);
  const previous =
    options.previous === undefined ? undefined : await readManifest(cli, options.previous);
  const signed = orUsageError(() => {
    const gateway = readCeremonyKey(own, "gateway");
    const roles = { gateway: manifestKeyOf(gateway), witness };
    const services = parseTrustBundle(readFileSync(trust, "utf8")).keys;
    const order = {
      issuer,
      roles,
      services,
      previous,
      endedAt: options.ended,
      nowMs: Date.now(),
    };
    return draftManifest(nextManifest(order), gateway);
  });
  await writeNew(output, signed, 0o644);
  const { version, keys } = signed;
  printBody(cli, { json }, { file: output, version, keys }, () => describeKeys(signed, previous));
  note(cli, `Send ${output} to the witness: veil ceremony cosign`);
}
