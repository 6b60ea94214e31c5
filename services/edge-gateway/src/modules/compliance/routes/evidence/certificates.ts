import type { IsolationCertificate } from "@veil/contracts/certificate";
import {
  type EvidencePredicate,
  PACK_FILES,
  PACK_FOLDERS,
  type PackConsistency,
  SAMPLED_OF_EACH_VERSION,
} from "@veil/contracts/public/compliance/evidence";
import { sha256 } from "@veil/crypto";
import { certificateLine, createDraw, LIST_HEADER } from "@veil/veil/evidence";
import { parseCheckpoint, parseSignedNote } from "@veil/veil/log";
import type { CustomerId } from "../../../accounts/index.ts";
import type { LogReader } from "../../../audit/index.ts";
import { jsonFile } from "../../domain/evidence/pack-documents.ts";
import type { ComplianceFigures, PackWriter } from "../../ports.ts";

export interface CertificateDeps {
  readonly figures: Pick<ComplianceFigures, "issuedCertificates">;
  /** Returns a certificate. Undefined if it does not exist any more. */
  readonly certificateOf: (
    customerId: CustomerId,
    requestId: string,
  ) => Promise<IsolationCertificate | undefined>;
  readonly logReader: Pick<LogReader, "consistency">;
}

interface Order {
  readonly customerId: CustomerId;
  readonly period: { readonly since: Date; readonly until: Date };
  /** The checkpoint's size, and its root hash in hexadecimal. */
  readonly size: number;
  readonly root: string;
}

/**
 * Adds the list of all certificates, the sample that the checkpoint draws from it, and the proofs
 * that the log only grew between their checkpoints and this one.
 */
export async function addCertificates(
  deps: CertificateDeps,
  { customerId, period, size, root }: Order,
  pack: PackWriter,
): Promise<EvidencePredicate["certificates"]> {
  const draw = createDraw(Buffer.from(root, "hex"), SAMPLED_OF_EACH_VERSION, sha256);
  let listed = 0;
  async function* lines() {
    yield LIST_HEADER;
    for await (const rows of deps.figures.issuedCertificates(customerId, period)) {
      for (const row of rows) draw.offer(row);
      listed += rows.length;
      yield rows.map(certificateLine).join("");
    }
  }
  await pack.addParts(PACK_FILES.certificates, lines());
  const sizes = new Set<number>();
  const drawn = draw.drawn();
  for (const requestId of drawn) {
    const certificate = await deps.certificateOf(customerId, requestId);
    if (certificate === undefined || certificate.evidence === null)
      throw new Error("A certificate was deleted while the pack was made");
    sizes.add(sizeOf(certificate.evidence.checkpoint));
    pack.add(jsonFile(`${PACK_FOLDERS.sample}${requestId}.json`, certificate));
  }
  pack.add(jsonFile(PACK_FILES.consistency, await proofs(deps, sizes, size)));
  return { listed, sampled: drawn.length };
}

function sizeOf(checkpoint: string): number {
  return parseCheckpoint(parseSignedNote(checkpoint).text).size;
}

async function proofs(
  { logReader }: Pick<CertificateDeps, "logReader">,
  sizes: ReadonlySet<number>,
  size: number,
): Promise<PackConsistency> {
  const others = [...sizes].filter((other) => other !== size).sort((a, b) => a - b);
  return await Promise.all(
    others.map(async (other) => {
      const [from, to] = [Math.min(other, size), Math.max(other, size)];
      return { from, to, path: [...(await logReader.consistency(from, to))] };
    }),
  );
}
