import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Command } from "@commander-js/extra-typings";
import { ReleaseFile } from "@veil/contracts/certificate";
import { checkedJson } from "@veil/contracts/parsing";
import { parseTrustBundle } from "@veil/crypto";
import { loadManifests } from "@veil/netpol";
import {
  RELEASE_CHECKS,
  RELEASE_FILES,
  type ReleaseCheck,
  type ReleaseResult,
  readPublicKey,
  verifyRelease,
} from "@veil/release";
import { note, printBody } from "../../output/print.ts";
import type { Cli } from "../../program/cli.ts";
import { checkFailed, orUsageError, usageError } from "../../program/command-error.ts";
import { leaf } from "../../program/leaf.ts";

const parseReleaseFile = checkedJson(ReleaseFile);

interface VerifyOptions {
  readonly publicKey: string;
  readonly pods?: string | undefined;
  readonly policies?: string | undefined;
  readonly releaseFile?: string | undefined;
  readonly trust?: string | undefined;
  readonly runningTrust?: string[] | undefined;
  readonly json?: true | undefined;
}

/** Adds `veil release verify`, which needs no network. */
export function addRelease(parent: Command, cli: Cli): void {
  leaf(parent, {
    usage: "verify <DIR>",
    summary: "verify a release, and that a cluster runs it",
    description:
      "Verifies the signature of release.json, every file that it lists, and what the files say about each other " +
      "(docs/release.md). --pods and --policies also compare what a cluster runs: the digest of each image, and the hash of " +
      "the NetworkPolicies. --release-file compares what certificates name, and then its hash counts for --policies. " +
      "--running-trust compares the keys that services trust with the reviewed ones of --trust.",
    fails: "a check failed",
    examples: [
      "veil release verify veil-gateway-0.1.0 --public-key release.pub",
      "veil release verify veil-gateway-0.1.0 --public-key release.pub --pods pods.json --policies all.yaml",
      "veil release verify veil-gateway-0.1.0 --public-key release.pub --trust trust.json --running-trust *-trust.json",
    ],
  })
    .requiredOption("--public-key <FILE>", "public key of the maintainers, in PEM")
    .option("--pods <FILE>", "pods of the cluster: kubectl get pods -A -o json")
    .option("--policies <FILE>", "its policies: kubectl get -A -o yaml networkpolicies")
    .option(
      "--release-file <FILE>",
      "RELEASE_FILE of its gateway, if your overlay changes policies",
    )
    .option("--trust <FILE>", "pinned public keys that you reviewed (veil service-keys init)")
    .option("--running-trust <FILE...>", "trust.json of each running service")
    .action((folder, options) => verify(cli, folder, options));
}

function verify(cli: Cli, folder: string, options: VerifyOptions): void {
  const result = orUsageError(() => verifyRelease(inputOf(folder, options)));
  printBody(cli, options, bodyOf(result), () => linesOf(result));
  const { findings, notCovered } = result;
  if (notCovered.length > 0)
    note(cli, `Not covered, because an operator added them: ${notCovered.join(", ")}`);
  if (findings.length > 0) throw checkFailed(findings.map(({ problem }) => problem).join("; "));
}

function inputOf(folder: string, options: VerifyOptions) {
  const { publicKey, pods, policies, releaseFile } = options;
  if (!existsSync(path.join(folder, RELEASE_FILES.index)))
    throw usageError(`${folder} has no ${RELEASE_FILES.index}; name the folder of a release`);
  const objects = (file: string | undefined) =>
    file === undefined ? undefined : loadManifests(file).objects;
  return {
    folder,
    publicKey: readPublicKey(readFileSync(publicKey, "utf8")),
    ...{ pods: objects(pods), policies: objects(policies) },
    releaseFile:
      releaseFile === undefined ? undefined : parseReleaseFile(readFileSync(releaseFile)),
    trust: trustIn(options),
  };
}

function trustIn({ trust, runningTrust }: VerifyOptions) {
  if (trust === undefined && runningTrust === undefined) return undefined;
  if (trust === undefined || runningTrust === undefined)
    throw usageError("--trust and --running-trust need each other: give both or neither");
  const running = runningTrust.map((name) => ({ name, keys: keysIn(name) }));
  return { reviewed: keysIn(trust), running };
}

function keysIn(file: string) {
  try {
    return parseTrustBundle(readFileSync(file, "utf8")).keys;
  } catch (cause) {
    throw usageError(`${file}: ${(cause as Error).message}`, { cause });
  }
}

function bodyOf({ index, checks, findings, notCovered }: ReleaseResult) {
  return {
    valid: findings.length === 0,
    ...(index && { version: index.version, commit: index.commit, images: index.images }),
    ...{ checks, findings, not_covered: notCovered },
  };
}

function linesOf({ index, checks, findings }: ReleaseResult): string {
  const failed = new Set(findings.map(({ check }) => check));
  const lineOf = (check: ReleaseCheck) =>
    `${failed.has(check) ? "NOT OK" : "ok    "}  ${RELEASE_CHECKS[check]}\n`;
  const title = index && `Veil Gateway ${index.version}, commit ${index.commit}\n`;
  return `${title ?? ""}${checks.map(lineOf).join("")}`;
}
