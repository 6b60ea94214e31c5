import { createHash } from "node:crypto";
import { type Fields, fieldsAt } from "../../src/manifests/fields.ts";

/** The characters of names that Kubernetes generates. */
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

export function letters(of: string, count: number): string {
  const bytes = createHash("sha256").update(of).digest();
  return [...bytes.subarray(0, count)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
}

export function uidOf(object: Fields): string {
  const { namespace, name } = metadataOf(object);
  const hex = createHash("sha256").update(`${object["kind"]} ${namespace}/${name}`).digest("hex");
  return [0, 8, 12, 16, 20].map((from, at, all) => hex.slice(from, all[at + 1] ?? 32)).join("-");
}

/** Adds the fields that the API server, kubectl and controllers set. */
export function asStored(object: Fields, status: Fields = {}): Fields {
  const metadata = metadataOf(object);
  const isApplied = metadata["ownerReferences"] === undefined;
  const applied = {
    "kubectl.kubernetes.io/last-applied-configuration": `${JSON.stringify(object)}\n`,
  };
  return {
    ...object,
    metadata: {
      ...metadata,
      annotations: {
        ...fieldsAt(metadata["annotations"], "annotations"),
        ...(isApplied ? applied : {}),
      },
      creationTimestamp: "2026-11-20T08:15:30Z",
      generation: 1,
      managedFields: [
        {
          apiVersion: object["apiVersion"],
          fieldsType: "FieldsV1",
          fieldsV1: { "f:metadata": { "f:labels": { ".": {} } }, "f:spec": {} },
          manager: isApplied ? "kubectl-client-side-apply" : "kube-controller-manager",
          operation: "Update",
          time: "2026-11-20T08:15:30Z",
        },
      ],
      resourceVersion: "184467",
      uid: uidOf(object),
    },
    ...(Object.keys(status).length === 0 ? {} : { status }),
  };
}

export function ownedBy(owner: Fields): readonly Fields[] {
  const { apiVersion, kind } = owner;
  const { name } = metadataOf(owner);
  const uid = uidOf(owner);
  return [{ apiVersion, blockOwnerDeletion: true, controller: true, kind, name, uid }];
}

export function metadataOf(object: Fields): Fields {
  return fieldsAt(object["metadata"], "metadata");
}

export function labelsOf(object: Fields): Fields {
  return fieldsAt(metadataOf(object)["labels"], "labels");
}

export function specOf(object: Fields): Fields {
  return fieldsAt(object["spec"], "spec");
}
