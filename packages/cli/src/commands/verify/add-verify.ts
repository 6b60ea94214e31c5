import { readFile } from "node:fs/promises";
import { type Command, InvalidArgumentError } from "@commander-js/extra-typings";
import { VerificationError } from "@veil/crypto";
import { createNodeCrypto } from "@veil/veil";
import {
  type NoteKey,
  type PinnedManifestKey,
  parsePin,
  parseVkey,
  stepResults,
  stepWithCode,
  type VerifiedCertificate,
  verifyCertificate,
} from "@veil/veil/verifier";
import { printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { CommandError, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";
import { EXAMPLE_PIN } from "../ceremony/options.ts";
import { describeVerified } from "./describe-verified.ts";
import { exitCodeOf } from "./exit-code.ts";

interface VerifyOptions {
  readonly manifest: string;
  readonly pin: readonly PinnedManifestKey[];
  readonly witness?: readonly NoteKey[] | undefined;
  readonly json?: true | undefined;
}

/** The key of RFC 8032, section 7.1, test 1. */
const EXAMPLE_WITNESS = "witness.example+82bca4dd+BNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea";

/** Adds `veil verify`. Needs no network. */
export function addVerifyCertificate(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify <CERTIFICATE>",
    summary: "verify the isolation certificate of a call, from files alone",
    description:
      "Verifies the isolation certificate of a call in numbered steps (docs/veil-format.md), and prints what it proves and what " +
      "it does not prove. --pin is a key that signed the manifest, told by its owner; --witness one that must have signed the " +
      "log's checkpoint. Each step has an exit code: 10 and its number.",
    examples: [
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} certificate.json`,
      `veil verify --manifest manifest.json --pin ${EXAMPLE_PIN} --witness ${EXAMPLE_WITNESS} certificate.json`,
    ],
  })
    .requiredOption("--manifest <FILE>", "the key manifest (GET /.well-known/veil-keys.json)")
    .requiredOption("--pin <KEY_ID:HEX>", "key that signed the manifest; several times", pinned)
    .option("--witness <NAME+ID+KEY>", "witness of the log; several times", witnesses)
    .action((file, options) => verify(cli, file, options));
}

async function verify(cli: Cli, file: string, options: VerifyOptions): Promise<void> {
  const files = {
    certificate: await readBytes(file),
    manifest: await readBytes(options.manifest),
  };
  const trust = {
    ...{ pins: options.pin, witnesses: options.witness ?? [] },
    crypto: createNodeCrypto(),
  };
  const verified = orFailedStep(cli, options, () => verifyCertificate(files, trust));
  const body = {
    ...{ valid: true, request_id: verified.certificate.signable.request_id },
    ...{ judged_at: verified.judgedAt, assembled_items: verified.assembledItems },
    steps: stepResults(verified.passed),
  };
  printBody(cli, options, body, () => describeVerified(verified, trust));
}

/** Prints the steps up to the one that failed. @throws CommandError with the step's exit code */
function orFailedStep(
  cli: Cli,
  { json }: VerifyOptions,
  work: () => VerifiedCertificate,
): VerifiedCertificate {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    const { number, title } = stepWithCode(error.code);
    if (!json) cli.out(`NOT VALID. Step ${number} does not hold: ${title}.\n`);
    throw new CommandError("check_failed", `step ${number}: ${error.message}`, {
      ...{ code: error.code, exitCode: exitCodeOf(number), cause: error },
    });
  }
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw usageError(`cannot read ${file}: ${(cause as Error).message}`, { cause });
  }
}

function pinned(text: string, before: readonly PinnedManifestKey[] = []) {
  return [...before, orInvalid(() => parsePin(text))];
}

function witnesses(text: string, before: readonly NoteKey[] = []) {
  return [...before, orInvalid(() => parseVkey(text))];
}

function orInvalid<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    throw new InvalidArgumentError(`${error.message}.`);
  }
}
