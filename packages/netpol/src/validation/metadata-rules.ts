import type { DecodedMetadata, DecodedOwner } from "../manifests/decode-policy.ts";
import { isDnsLabel, isDnsSubdomain, isQualifiedName } from "./names.ts";
import type { Rule } from "./rule.ts";

const MAX_ANNOTATIONS = 256 * 1024;

/** The rules of `ValidateObjectMeta`, except for fields that only the API server writes. */
export const METADATA_RULES: readonly Rule<DecodedMetadata>[] = [
  {
    rule: "name-missing",
    says: ".name must be a string",
    refuses: ({ name }) => name === "",
  },
  {
    rule: "name",
    says: ".name must have at most 253 lower-case letters, digits, '-' and '.', with a letter or digit at both ends",
    refuses: ({ name }) => name !== "" && !isDnsSubdomain(name),
  },
  {
    rule: "namespace",
    says: ".namespace must have at most 63 lower-case letters, digits and '-', with a letter or digit at both ends",
    // An absent namespace is allowed, because the client fills it in.
    refuses: ({ namespace }) => namespace !== "" && !isDnsLabel(namespace),
  },
  {
    rule: "annotation-key",
    says: ".annotations: a key must be a name such as note or example.com/note",
    refuses: ({ annotations }) =>
      !Object.keys(annotations).every((key) => isQualifiedName(key.toLowerCase())),
  },
  {
    rule: "annotations-size",
    says: ".annotations have more than 256 KiB",
    refuses: ({ annotations }) =>
      Object.entries(annotations)
        .flat()
        .reduce((sum, text) => sum + Buffer.byteLength(text), 0) > MAX_ANNOTATIONS,
  },
  {
    rule: "finalizer",
    says: ".finalizers: each must be a name such as example.com/clean-up",
    refuses: ({ finalizers }) => !finalizers.every(isQualifiedName),
  },
  {
    rule: "finalizers-conflict",
    says: ".finalizers cannot have both orphan and foregroundDeletion",
    refuses: ({ finalizers }) =>
      finalizers.includes("orphan") && finalizers.includes("foregroundDeletion"),
  },
  {
    rule: "owner-incomplete",
    says: ".ownerReferences: each needs apiVersion, kind, name and uid",
    refuses: ({ ownerReferences }) => !ownerReferences.every(isComplete),
  },
  {
    rule: "owner-event",
    says: ".ownerReferences: an Event owns nothing",
    refuses: ({ ownerReferences }) =>
      ownerReferences.some(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Event"),
  },
  {
    rule: "owner-controllers",
    says: ".ownerReferences: only one can be the controller",
    refuses: ({ ownerReferences }) =>
      ownerReferences.filter(({ controller }) => controller).length > 1,
  },
];

function isComplete({ apiVersion, kind, name, uid }: DecodedOwner): boolean {
  return [apiVersion, kind, name, uid].every((text) => text !== "");
}
