import { pipeline } from "node:stream/promises";
import { ApiError } from "@veil/contracts/errors";
import { checkedQuery } from "@veil/contracts/parsing";
import {
  type EvidencePredicate,
  EvidenceQuery,
  MAX_EVIDENCE_DAYS,
  PACK_FILES,
} from "@veil/contracts/public/compliance/evidence";
import { sha256, VerificationError } from "@veil/crypto";
import { contextOf } from "@veil/service-kit/http";
import type { Logger } from "@veil/service-kit/telemetry";
import { manifestHash } from "@veil/veil";
import { signedIndex } from "@veil/veil/evidence";
import { parseCheckpoint, parseSignedNote } from "@veil/veil/log";
import type { RequestHandler, Response } from "express";
import { accountEvent, type CustomerCaller } from "../../../accounts/index.ts";
import type { EventOutbox } from "../../../audit/index.ts";
import { packDocuments } from "../../domain/evidence/pack-documents.ts";
import { packReadme } from "../../domain/evidence/readme.ts";
import type { PackWriter } from "../../ports.ts";
import { addCertificates, type CertificateDeps } from "./certificates.ts";
import { type PackDeps, readSources } from "./sources.ts";

export interface EvidenceDeps extends Omit<PackDeps, "figures">, Omit<CertificateDeps, "figures"> {
  readonly figures: PackDeps["figures"] & CertificateDeps["figures"];
  /** Returns the key that signs packs. @throws VerificationError when there is none */
  readonly signer: () => EvidenceSigner;
  readonly createWriter: (at: Date) => PackWriter;
  readonly eventOutbox: Pick<EventOutbox, "add">;
  readonly log: Logger;
}

interface EvidenceSigner {
  readonly keyId: string;
  readonly sign: (bytes: Uint8Array) => Uint8Array;
}

const DAY_MS = 24 * 60 * 60_000;
const parse = checkedQuery(EvidenceQuery);

/**
 * Handles `GET /api/v1/compliance/evidence-pack`. The index is the archive's last file, so that an
 * archive that was cut off has none.
 */
export function readEvidencePack(deps: EvidenceDeps): RequestHandler {
  return async function handleReadEvidencePack(req, res) {
    const period = periodOf(parse(req.query), deps.nowMs());
    const sources = await readSources(deps, res, period);
    const signer = listedSigner(deps, sources.manifest.keys);
    const pack = deps.createWriter(new Date(sources.posture.generated_at));
    for (const file of packDocuments(sources)) pack.add(file);
    const predicate = predicateOf(sources, period);
    const { customerId } = await recordExport(deps, res);
    res.type("application/zip").attachment("evidence-pack.zip");
    const writing = addCertificates(deps, { customerId, period, ...predicate.checkpoint }, pack)
      .then((certificates) => end(pack, { ...predicate, certificates }, signer))
      .catch((error: Error) => void pack.output.destroy(error));
    await send(pack, res, deps.log);
    await writing;
  };
}

/** Stores the event before the first byte is sent, so that no pack leaves without one. */
async function recordExport(
  { customerOf, eventOutbox, onEvents, nowMs }: EvidenceDeps,
  res: Response,
): Promise<CustomerCaller> {
  const caller = customerOf(res);
  const { requestId } = contextOf(res);
  const change = { ...caller, now: new Date(nowMs()), requestId };
  const event = accountEvent("COMPLIANCE_PACK_EXPORTED", {}, change);
  await eventOutbox.add([event]);
  onEvents([event]);
  return caller;
}

function end(pack: PackWriter, predicate: EvidencePredicate, signer: EvidenceSigner): void {
  pack.add({ name: PACK_FILES.readme, bytes: Buffer.from(packReadme(predicate)) });
  pack.add({ name: PACK_FILES.index, bytes: signedIndex(pack.files, predicate, signer) });
  pack.end();
}

/** Sends the archive. The status was sent with its first bytes, so an error can only cut it off. */
async function send({ output }: PackWriter, res: Response, log: Logger): Promise<void> {
  try {
    await pipeline(output, res);
  } catch (error) {
    log.warn("evidence_pack_cut_off", { error });
  }
}

interface Period {
  readonly since: Date;
  readonly until: Date;
}

function periodOf({ since, until }: EvidenceQuery, nowMs: number): Period {
  const period = { since: new Date(since), until: new Date(until ?? nowMs) };
  if (period.since >= period.until)
    throw new ApiError("invalid_field", 'Field "since" must be earlier than "until"');
  if (period.until.getTime() - period.since.getTime() > MAX_EVIDENCE_DAYS * DAY_MS)
    throw new ApiError("invalid_field", `A pack has at most ${MAX_EVIDENCE_DAYS} days`, {
      hint: "Request several packs",
    });
  return period;
}

/** @throws ApiError `veil_unavailable` while readers could not verify the signature */
function listedSigner(
  deps: Pick<EvidenceDeps, "signer">,
  listed: readonly { readonly key_id: string }[],
): EvidenceSigner {
  const signer = ownSigner(deps);
  if (!listed.some(({ key_id }) => key_id === signer.keyId))
    throw new ApiError("veil_unavailable", "The key manifest does not list the key yet", {
      hint: "The operator adds it with a key ceremony (veil ceremony draft)",
    });
  return signer;
}

function ownSigner({ signer }: Pick<EvidenceDeps, "signer">): EvidenceSigner {
  try {
    return signer();
  } catch (cause) {
    if (!(cause instanceof VerificationError)) throw cause;
    throw new ApiError("veil_unavailable", "This deployment has no key for evidence packs", {
      ...{ cause, hint: "The operator adds one with veil service-keys upgrade" },
    });
  }
}

function predicateOf(
  { posture, manifest, checkpoint }: Awaited<ReturnType<typeof readSources>>,
  { since, until }: Period,
): EvidencePredicate {
  const { size, root } = parseCheckpoint(parseSignedNote(checkpoint).text);
  return {
    issuer: manifest.issuer,
    release: posture.release,
    manifest: { version: manifest.version, sha256: manifestHash(manifest) },
    since: since.toISOString(),
    until: until.toISOString(),
    generated_at: posture.generated_at,
    checkpoint: {
      size,
      root: Buffer.from(root).toString("hex"),
      sha256: sha256(checkpoint).toString("hex"),
    },
    certificates: { listed: 0, sampled: 0 },
  };
}
