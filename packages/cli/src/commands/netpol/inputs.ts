import { readFileSync } from "node:fs";
import { Option } from "@commander-js/extra-typings";
import {
  type Cluster,
  type Expectations,
  findExpectations,
  type LoadedManifests,
  loadManifests,
  ManifestError,
  readCluster,
  readExpectations,
} from "@veil/netpol";
import { usageError } from "../../program/command-error.ts";

export const INPUT_HELP = `DIR|FILE is one of
  a kustomization folder      rendered by kubectl (1.27 or later) or kustomize 5, else
                              read from the committed rendered/<name>.yaml
  a file of YAML or JSON      also the objects of a live cluster:
                              kubectl get -A -o yaml ns,all,networkpolicies
  a folder of such files
  -                           standard input

In a live cluster a pod counts as part of what it was created for: a Deployment, a CronJob, a
database cluster. Pods whose labels differ from their template are checked separately, as
"zone/bridge (tier=odd)". Pods that have ended do not count.`;

/** Returns the option for the file of expected edges. */
export const EXPECT = () =>
  new Option("--expect <FILE>", "expected edges; else the nearest isolation.yaml above DIR|FILE");
export const VARIANT = () =>
  new Option("--variant <NAME>", "of that file, to check against; else the name of DIR|FILE");

export interface ExpectValues {
  readonly expect?: string | undefined;
  readonly variant?: string | undefined;
}

export interface Inputs {
  readonly manifests: LoadedManifests;
  readonly cluster: Cluster;
  readonly expectations: Expectations | undefined;
}

/** Reads the manifests and the expected edges. @throws CommandError */
export function readInputs(where: string, { expect, variant }: ExpectValues): Inputs {
  return orInputError(() => {
    const manifests = loadManifests(where);
    const file = expect ?? findExpectations(where);
    const expectations =
      file === undefined
        ? undefined
        : readExpectations(readFileSync(file, "utf8"), file, variant ?? manifests.variant);
    return { manifests, cluster: readCluster(manifests.objects), expectations };
  });
}

/** Runs `work`. @throws CommandError when `work` cannot read manifests or files */
export function orInputError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ManifestError || isFileError(error))
      throw usageError(error.message, { cause: error });
    throw error;
  }
}

function isFileError(error: unknown): error is Error {
  return typeof error === "object" && error !== null && "syscall" in error;
}
