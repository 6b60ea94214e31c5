import { fetchFile } from "../../api/client.ts";

/** What a verification says, as the verifier writes it. */
export interface VerifiedContent {
  readonly title: string;
  readonly result: { readonly valid: boolean; readonly text: string };
  readonly sections: readonly {
    readonly heading: string;
    readonly blocks: readonly VerifiedBlock[];
  }[];
}

export type VerifiedBlock =
  | { readonly kind: "heading" | "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [string, string])[] }
  | { readonly kind: "table"; readonly table: TableBlock }
  | { readonly kind: "steps"; readonly steps: readonly VerifiedStep[] };

interface TableBlock {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface VerifiedStep {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly result: "holds" | "fails" | "not_checked";
}

/** The module that the gateway serves, with the verifier that also runs on `/veil/verify`. */
interface Verifier {
  readonly portableCrypto: unknown;
  parsePin(text: string): unknown;
  parseVkey(text: string): unknown;
  tryCertificate(files: { certificate: Uint8Array; manifest: Uint8Array }, trust: object): unknown;
  certificateContent(outcome: unknown, trust: object): VerifiedContent;
}

const VERIFIER = "/veil/verifier.js";
const MANIFEST = "/.well-known/veil-keys.json";

interface Pinned {
  /** Keys of the manifest, `KEY_ID:HEX` each, separated by blanks. */
  readonly pins: string;
  /** Keys of the log's witnesses, separated by blanks. */
  readonly witnesses: string;
}

/**
 * Verifies a certificate in this browser, with the keys that the reader has pinned.
 * @throws Error for a key of another form, ApiFailure if a file cannot be loaded
 */
export async function verifyCertificate(
  requestId: string,
  { pins, witnesses }: Pinned,
): Promise<VerifiedContent> {
  const verifier = (await import(/* @vite-ignore */ VERIFIER)) as Verifier;
  const trust = {
    pins: wordsOf(pins).map(verifier.parsePin),
    witnesses: wordsOf(witnesses).map(verifier.parseVkey),
    crypto: verifier.portableCrypto,
  };
  const files = {
    certificate: await bytesOf(`/api/v1/veil/certificate/${requestId}`),
    manifest: await bytesOf(MANIFEST),
  };
  return verifier.certificateContent(verifier.tryCertificate(files, trust), trust);
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

async function bytesOf(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetchFile(path)).arrayBuffer());
}
