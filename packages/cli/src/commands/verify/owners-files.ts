import { InvalidArgumentError } from "@commander-js/extra-typings";
import { usageError } from "../../program/command-error.ts";
import type { OwnersFiles } from "./open-certificate.ts";
import { readBytes } from "./read-bytes.ts";

interface NamedFile {
  readonly item: string;
  readonly file: string;
}

export interface OwnersOptions {
  readonly openings?: string | undefined;
  readonly text?: readonly NamedFile[] | undefined;
  readonly response?: string | undefined;
}

/**
 * Reads the owner's files. Returns undefined if the options name none.
 * @throws CommandError when a file is useless without the openings
 */
export async function ownersFiles(options: OwnersOptions): Promise<OwnersFiles | undefined> {
  const { openings, text: texts = [], response } = options;
  if (openings === undefined) {
    if (texts.length > 0 || response !== undefined)
      throw usageError("--text and --response need --openings");
    return undefined;
  }
  return {
    openings: await readBytes(openings),
    texts: await Promise.all(
      texts.map(async ({ item, file }) => ({ item, bytes: await readBytes(file) })),
    ),
    response: response === undefined ? undefined : (await readBytes(response)).toString(),
  };
}

const NAMED_FILE = /^([a-z][a-z0-9_.-]{0,63})=(.+)$/;

export function namedFile(text: string): NamedFile {
  const [, item, file] = NAMED_FILE.exec(text) ?? [];
  if (item === undefined || file === undefined)
    throw new InvalidArgumentError("Use ITEM=FILE, such as context.0=letter.txt.");
  return { item, file };
}
