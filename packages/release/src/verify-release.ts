import type { KeyObject } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ReleaseFile } from "@veil/contracts/certificate";
import type { PinnedKey } from "@veil/crypto";
import { loadManifests, type ManifestObject } from "@veil/netpol";
import { contentFindings } from "./contents.ts";
import { findings, type ReleaseCheck, type ReleaseFinding } from "./finding.ts";
import { artifactProblems } from "./folder.ts";
import { parseReleaseIndex, RELEASE_FILES, type ReleaseIndex } from "./release-index.ts";
import { compareImages, comparePolicies, compareReleaseFile } from "./running.ts";
import { compareTrust, type RunningTrust } from "./running-trust.ts";
import { signatureProblem } from "./verify-signature.ts";

export interface ReleaseInput {
  readonly folder: string;
  readonly publicKey: KeyObject;
  /** The objects of `kubectl get pods -A -o json`. */
  readonly pods?: readonly ManifestObject[] | undefined;
  /** Objects of the cluster, of which the policies count. */
  readonly policies?: readonly ManifestObject[] | undefined;
  /** What certificates of the cluster name. */
  readonly releaseFile?: ReleaseFile | undefined;
  /** The trust bundle that the operator reviewed, and those of the cluster's services. */
  readonly trust?:
    | { readonly reviewed: readonly PinnedKey[]; readonly running: readonly RunningTrust[] }
    | undefined;
}

export interface ReleaseResult {
  /** Undefined when the signature is not valid: then nothing in the folder is trusted. */
  readonly index: ReleaseIndex | undefined;
  /** The checks that ran. */
  readonly checks: readonly ReleaseCheck[];
  readonly findings: readonly ReleaseFinding[];
  readonly notCovered: readonly string[];
}

const IN_THE_FOLDER = [
  "signature",
  "artifacts",
  "images",
  "sboms",
  "provenance",
  "gateway",
  "policies",
] as const;

/**
 * Verifies a release from its folder, and compares it with what a cluster runs. Needs no network.
 * @throws Error when the folder has no release.json, or the cluster's objects cannot be read
 */
export function verifyRelease(input: ReleaseInput): ReleaseResult {
  const { folder, publicKey } = input;
  const bytes = readFileSync(path.join(folder, RELEASE_FILES.index));
  const unsigned = signatureProblems(folder, bytes, publicKey);
  if (unsigned.length > 0)
    return {
      index: undefined,
      checks: ["signature"],
      findings: findings("signature", unsigned),
      notCovered: [],
    };
  const index = parseReleaseIndex(bytes);
  const changed = findings("artifacts", artifactProblems(folder, index));
  // What changed files contain proves nothing, and would repeat the finding.
  if (changed.length > 0)
    return { index, checks: ["signature", "artifacts"], findings: changed, notCovered: [] };
  const manifests = new Map(
    Object.keys(index.network_policy_sha256).map((variant) => [
      variant,
      loadManifests(path.join(folder, RELEASE_FILES.manifests(variant))).objects,
    ]),
  );
  const inFolder = contentFindings(folder, index, manifests);
  const running = runningResult(index, [...manifests.values()].flat(), input);
  return {
    ...{ index, checks: [...IN_THE_FOLDER, ...running.checks], notCovered: running.notCovered },
    findings: [...inFolder, ...running.findings],
  };
}

function runningResult(
  index: ReleaseIndex,
  manifests: readonly ManifestObject[],
  { pods, policies, releaseFile, trust }: ReleaseInput,
): Omit<ReleaseResult, "index"> {
  const images = pods && compareImages(index, manifests, pods);
  const problems: readonly (readonly [ReleaseCheck, readonly string[] | undefined])[] = [
    ["running_images", images?.problems],
    ["release_file", releaseFile && compareReleaseFile(index, releaseFile)],
    ["running_policies", policies && comparePolicies(index, policies, releaseFile)],
    ["running_trust", trust?.running.flatMap((one) => compareTrust(trust.reviewed, one))],
  ];
  return {
    checks: problems.flatMap(([check, found]) => (found === undefined ? [] : [check])),
    findings: problems.flatMap(([check, found = []]) => findings(check, found)),
    notCovered: images?.notCovered ?? [],
  };
}

function signatureProblems(folder: string, index: Uint8Array, key: KeyObject): readonly string[] {
  const file = path.join(folder, RELEASE_FILES.signature);
  if (!existsSync(file))
    return [`${RELEASE_FILES.signature} is missing: the release is not signed; download it again`];
  const problem = signatureProblem(readFileSync(file), index, key);
  return problem === undefined ? [] : [problem];
}
