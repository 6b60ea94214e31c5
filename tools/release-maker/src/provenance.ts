import { PROVENANCE_PREDICATE, type provenanceSubjects, STATEMENT_TYPE } from "@veil/release";
import type { ImageRecipe } from "./dockerfile.ts";

interface ProvenanceInput {
  readonly subject: ReturnType<typeof provenanceSubjects>;
  readonly commit: string;
  readonly home: string;
  readonly version: string;
  readonly recipe: ImageRecipe;
  readonly lockfileSha256: string;
  readonly nodeVersion: string;
}

/** Returns the SLSA provenance of a release: what it was made from, and how. */
export function provenanceOf(input: ProvenanceInput): string {
  const { subject, commit, home, version, recipe, lockfileSha256, nodeVersion } = input;
  const statement = {
    ...{ _type: STATEMENT_TYPE, subject, predicateType: PROVENANCE_PREDICATE },
    predicate: {
      buildDefinition: {
        buildType: `${home}/blob/main/docs/release.md`,
        externalParameters: { version },
        internalParameters: { node: nodeVersion },
        resolvedDependencies: [
          { uri: `git+${home}`, digest: { gitCommit: commit } },
          { uri: "pnpm-lock.yaml", digest: { sha256: lockfileSha256 } },
          {
            uri: `docker://${recipe.base.name}`,
            digest: { sha256: recipe.base.digest.replace("sha256:", "") },
          },
        ],
      },
      runDetails: { builder: { id: `${home}/blob/main/docs/release.md#the-builder` } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}
