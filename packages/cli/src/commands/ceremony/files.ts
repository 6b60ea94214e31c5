import { checked, parseStrictJson } from "@veil/contracts/parsing";
import { ManifestDraft, PublishedManifest, WitnessedManifest } from "@veil/contracts/signer";
import { Type } from "typebox";
import { writeNew } from "../../output/write-new.ts";
import type { Cli } from "../../program/cli.ts";
import { usageError } from "../../program/command-error.ts";
import { readText } from "../input-text.ts";

const parseDraft = checked(ManifestDraft);
const parseManifest = checked(Type.Union([WitnessedManifest, PublishedManifest]));

/** Reads a draft. @throws CommandError */
export function readDraft(cli: Cli, file: string): Promise<ManifestDraft> {
  return parsed(cli, file, parseDraft);
}

/** Reads a manifest, also in the form that a gateway publishes. @throws CommandError */
export async function readManifest(cli: Cli, file: string): Promise<WitnessedManifest> {
  const { served_at: _unsigned, ...signed } = {
    served_at: undefined,
    ...(await parsed(cli, file, parseManifest)),
  };
  return signed;
}

/** Parses a file. It refuses duplicate members, because other programs might use the other one. */
async function parsed<T>(cli: Cli, file: string, parse: (value: unknown) => T): Promise<T> {
  const text = await readText(cli, file);
  try {
    return parse(parseStrictJson(Buffer.from(text)));
  } catch (cause) {
    throw usageError(`${file}: ${(cause as Error).message}`, { cause });
  }
}

/**
 * Writes a new file, and never replaces one, because it may be the only copy of a key or a signed
 * document.
 * @throws CommandError
 */
export function writeNewJson(file: string, content: object, mode: number): Promise<void> {
  return writeNew(file, `${JSON.stringify(content, null, 2)}\n`, mode);
}
