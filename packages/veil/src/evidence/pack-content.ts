import {
  type EvidenceStatement,
  PACK_FILES,
  PACK_FOLDERS,
  SAMPLED_OF_EACH_VERSION,
} from "@veil/contracts/public/compliance/evidence";
import { startSha256Portable } from "@veil/crypto/portable";
import { fromHex, toHex } from "../hex.ts";
import type { Require } from "../verifier/steps.ts";
import type { VerifierCrypto } from "../verifier/verifier-crypto.ts";
import { joined, type PackEntry } from "./archive.ts";
import { createListReader } from "./certificate-list.ts";
import { createDraw } from "./draw.ts";

/** What the list says, of which only the certificates of the pack are kept. */
interface ReadList {
  readonly listed: number;
  /** The first problem of the list. */
  readonly problem: string | undefined;
  readonly drawn: readonly string[];
  /** The logged hashes of the certificates that are in the pack, by request id. */
  readonly logged: ReadonlyMap<string, string>;
}

export interface PackContent {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly list: ReadList;
}

const REQUIRED = Object.values(PACK_FILES).filter((name) => name !== PACK_FILES.index);

export function requireComplete(
  entries: readonly PackEntry[],
  { subject }: EvidenceStatement,
  require: Require,
): void {
  const there = new Set(entries.map(({ name }) => name));
  const named = new Set(subject.map(({ name }) => name));
  for (const name of named) require(there.has(name), `${name} is missing`);
  for (const name of REQUIRED) require(named.has(name), `the index does not name ${name}`);
}

export function requireNothingElse(
  entries: readonly PackEntry[],
  { subject }: EvidenceStatement,
  require: Require,
): void {
  const named = new Set([PACK_FILES.index, ...subject.map(({ name }) => name)]);
  for (const { name } of entries) require(named.has(name), `the index does not name ${name}`);
}

/** Reads all files, and requires that they have the hashes of the index. */
export async function readContent(
  entries: readonly PackEntry[],
  statement: EvidenceStatement,
  crypto: VerifierCrypto,
  require: Require,
): Promise<PackContent> {
  const hashes = new Map(statement.subject.map(({ name, digest }) => [name, digest.sha256]));
  const files = new Map<string, Uint8Array>();
  const list = startList(statement, crypto);
  for (const entry of entries.filter(({ name }) => hashes.has(name))) {
    const isList = entry.name === PACK_FILES.certificates;
    const hash = startSha256Portable();
    const parts: Uint8Array[] = [];
    await entry.read((part) => {
      hash.update(part);
      if (isList) list.push(part);
      else parts.push(part);
    });
    require(toHex(hash.digest()) === hashes.get(entry.name), `${entry.name} was changed`);
    if (!isList) files.set(entry.name, joined(parts));
  }
  return { files, list: list.end() };
}

function startList({ subject, predicate }: EvidenceStatement, { sha256 }: VerifierCrypto) {
  const root = fromHex(predicate.checkpoint.root);
  const draw = createDraw(root, SAMPLED_OF_EACH_VERSION, sha256);
  const inPack = new Set(subject.flatMap(({ name }) => sampledId(name) ?? []));
  const logged = new Map<string, string>();
  const reader = createListReader(predicate, (certificate) => {
    draw.offer(certificate);
    if (inPack.has(certificate.requestId))
      logged.set(certificate.requestId, certificate.loggedSha256);
  });
  return {
    push: reader.push,
    end: (): ReadList => ({ ...reader.end(), drawn: draw.drawn(), logged }),
  };
}

/** Returns the request id of a sampled certificate's file. Undefined for another file. */
export function sampledId(name: string): string | undefined {
  if (!name.startsWith(PACK_FOLDERS.sample)) return undefined;
  return name.slice(PACK_FOLDERS.sample.length).replace(/\.json$/, "");
}
