import { readFileSync } from "node:fs";
import path from "node:path";
import { checkedJson } from "@veil/contracts/parsing";
import { sha256Hex } from "@veil/crypto";
import { hashPolicies, type ManifestObject } from "@veil/netpol";
import { Type } from "typebox";
import { findings, type ReleaseFinding } from "./finding.ts";
import {
  gatewayRelease,
  PROVENANCE_PREDICATE,
  RELEASE_FILES,
  type ReleaseIndex,
  STATEMENT_TYPE,
} from "./release-index.ts";

const Descriptor = Type.Object({ digest: Type.String(), size: Type.Integer() });
const parseLayout = checkedJson(Type.Object({ manifests: Type.Array(Descriptor) }));
const parseManifest = checkedJson(
  Type.Object({ config: Descriptor, layers: Type.Array(Descriptor, { minItems: 1 }) }),
);
const parseSbom = checkedJson(
  Type.Object({
    metadata: Type.Object({
      component: Type.Object({
        name: Type.String(),
        version: Type.String(),
        hashes: Type.Array(Type.Object({ alg: Type.String(), content: Type.String() })),
      }),
    }),
  }),
);
const parseProvenance = checkedJson(
  Type.Object({
    _type: Type.Literal(STATEMENT_TYPE),
    predicateType: Type.Literal(PROVENANCE_PREDICATE),
    subject: Type.Array(
      Type.Object({ name: Type.String(), digest: Type.Object({ sha256: Type.String() }) }),
    ),
    predicate: Type.Object({
      buildDefinition: Type.Object({
        resolvedDependencies: Type.Array(
          Type.Object({ digest: Type.Record(Type.String(), Type.String()) }),
        ),
      }),
    }),
  }),
);

/**
 * Returns what the files of a release say otherwise than its index.
 * @param manifests the objects of the rendered manifests by variant
 */
export function contentFindings(
  folder: string,
  index: ReleaseIndex,
  manifests: ReadonlyMap<string, readonly ManifestObject[]>,
): readonly ReleaseFinding[] {
  const read = (name: string) => readFileSync(path.join(folder, name));
  const services = Object.entries(index.images);
  return [
    ...services.flatMap(([service, digest]) => [
      ...findings(
        "images",
        attempt(() => imageProblems(read, service, digest)),
      ),
      ...findings(
        "sboms",
        attempt(() => sbomProblems(read, service, index)),
      ),
    ]),
    ...findings(
      "provenance",
      attempt(() => provenanceProblems(read, index)),
    ),
    ...[...manifests].flatMap(([variant, objects]) => [
      ...findings(
        "gateway",
        attempt(() => gatewayProblems(read, variant, index)),
      ),
      ...findings(
        "policies",
        attempt(() => policyProblems(objects, variant, index)),
      ),
    ]),
  ];
}

type Read = (name: string) => Buffer;

/** Returns the problems that `check` finds, or why it cannot read the files. */
function attempt(check: () => readonly string[]): readonly string[] {
  try {
    return check();
  } catch (error) {
    return [`${(error as Error).message}; download the release again`];
  }
}

function imageProblems(read: Read, service: string, digest: string): readonly string[] {
  const layout = RELEASE_FILES.image(service);
  const blob = (name: string) => read(`${layout}/blobs/${name.replace(":", "/")}`);
  const { manifests } = parseLayout(read(`${layout}/index.json`));
  if (manifests.length !== 1 || manifests[0]?.digest !== digest)
    return [`${layout} has another image than release.json, which names ${digest}`];
  const { config, layers } = parseManifest(blob(digest));
  return [{ digest }, config, ...layers]
    .map((part) => part.digest)
    .filter((name) => `sha256:${sha256Hex(blob(name))}` !== name)
    .map((name) => `${layout} has other content for ${name}`);
}

function sbomProblems(read: Read, service: string, { images, version }: ReleaseIndex): string[] {
  const name = RELEASE_FILES.sbom(service);
  const { component } = parseSbom(read(name)).metadata;
  const [hash] = component.hashes;
  const same =
    component.name === service &&
    component.version === version &&
    `sha256:${hash?.content}` === images[service];
  return same ? [] : [`${name} is not about the image of ${service} ${version}`];
}

/** Returns the name and SHA-256 of each subject of the provenance: images, and all other artifacts. */
export function provenanceSubjects({
  images,
  artifacts,
}: Pick<ReleaseIndex, "images" | "artifacts">) {
  const layouts = Object.keys(images).map((service) => `${RELEASE_FILES.image(service)}/`);
  const files = artifacts.filter(
    ({ name }) =>
      name !== RELEASE_FILES.provenance && !layouts.some((layout) => name.startsWith(layout)),
  );
  return [
    ...Object.entries(images).map(([service, digest]) => ({
      name: RELEASE_FILES.image(service),
      sha256: digest.replace("sha256:", ""),
    })),
    ...files.map(({ name, sha256 }) => ({ name, sha256 })),
  ].map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
}

function provenanceProblems(read: Read, index: ReleaseIndex): readonly string[] {
  const name = RELEASE_FILES.provenance;
  const { subject, predicate } = parseProvenance(read(name));
  const text = (subjects: typeof subject) =>
    subjects.map((one) => `${one.name} ${one.digest.sha256}`).sort();
  const [expected, stated] = [text(provenanceSubjects(index)), text(subject)];
  const different = [
    ...expected.filter((one) => !stated.includes(one)),
    ...stated.filter((one) => !expected.includes(one)),
  ];
  const commits = predicate.buildDefinition.resolvedDependencies.map(
    ({ digest }) => digest["gitCommit"],
  );
  return [
    ...different.map((one) => `${name} and release.json differ about ${one.split(" ")[0]}`),
    ...(commits.includes(index.commit) ? [] : [`${name} is about another commit`]),
  ];
}

function gatewayProblems(read: Read, variant: string, index: ReleaseIndex): readonly string[] {
  const name = RELEASE_FILES.gateway(variant);
  const same = read(name).equals(Buffer.from(gatewayRelease(index, variant)));
  return same ? [] : [`${name} names other images or policies than release.json`];
}

function policyProblems(
  objects: readonly ManifestObject[],
  variant: string,
  index: ReleaseIndex,
): readonly string[] {
  const name = RELEASE_FILES.manifests(variant);
  const { sha256 } = hashPolicies(objects);
  const same = sha256 === index.network_policy_sha256[variant];
  return same
    ? []
    : [`the policies of ${name} have the hash ${sha256}, which release.json does not name`];
}
