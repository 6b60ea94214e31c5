import type { Command } from "@commander-js/extra-typings";
import { VerificationError } from "@veil/crypto";
import { type ManifestPins, requireSuccessor, verifyWitnessedManifest } from "@veil/veil";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { describeKeys } from "./describe-keys.ts";
import { readManifest } from "./files.ts";
import { EXAMPLE_PIN, pinOption } from "./options.ts";

export function addVerify(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify <MANIFEST>",
    summary: "verify both signatures of a manifest",
    description:
      "Verifies both signatures against keys that you pin, the rules for keys and their validity, and with " +
      "--previous that no key of an earlier manifest was dropped or changed.",
    fails: "a signature or a rule does not hold",
    examples: [
      `veil ceremony verify --gateway ${EXAMPLE_PIN} --witness ${EXAMPLE_PIN} manifest.json`,
    ],
  })
    .addOption(pinOption("gateway"))
    .addOption(pinOption("witness"))
    .option("--previous <FILE>", "the manifest before it")
    .action((file, { gateway, witness, previous, json }) =>
      verify(cli, { file, previous }, { pins: { gateway, witness }, json }),
    );
}

interface Files {
  readonly file: string;
  readonly previous: string | undefined;
}

interface VerifyOptions {
  readonly pins: ManifestPins;
  readonly json: true | undefined;
}

async function verify(cli: Cli, files: Files, { pins, json }: VerifyOptions): Promise<void> {
  const manifest = await readManifest(cli, files.file);
  const previous =
    files.previous === undefined ? undefined : await readManifest(cli, files.previous);
  try {
    verifyWitnessedManifest(manifest, pins);
    if (previous !== undefined) requireSuccessor(manifest, previous);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw checkFailed(`${files.file}: ${error.message}`);
  }
  printBody(cli, { json }, { version: manifest.version, keys: manifest.keys }, () =>
    describeKeys(manifest, previous),
  );
}
