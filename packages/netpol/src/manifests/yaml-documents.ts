import { isAlias, parseAllDocuments, visit } from "yaml";
import { type Fields, isFields } from "./fields.ts";
import { ManifestError } from "./manifest-error.ts";

const MAX_BYTES = 16 * 1024 * 1024;

export interface ManifestObject {
  readonly source: string;
  readonly fields: Fields;
}

/**
 * Parses YAML documents. Lists (`List`, `PodList`, ...) are replaced by their items.
 * @throws ManifestError for malformed YAML, duplicate keys, aliases, more than 16 MiB, and
 * documents that are not objects
 */
export function readYamlDocuments(text: string, source: string): readonly ManifestObject[] {
  const documents = parse(text, source);
  return documents.flatMap((document, at) =>
    objectsOf(document, documents.length === 1 ? source : `${source}, document ${at + 1}`),
  );
}

/** Parses one mapping. @throws ManifestError like `readYamlDocuments` */
export function readYamlMapping(text: string, source: string): Fields {
  const [document, ...more] = parse(text, source);
  if (more.length > 0 || !isFields(document))
    throw new ManifestError(`${source} must contain one mapping`);
  return document;
}

function parse(text: string, source: string): readonly unknown[] {
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new ManifestError(`${source}: more than ${MAX_BYTES} bytes`);
  const documents = parseAllDocuments(text, { strict: true, uniqueKeys: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new ManifestError(`${source}: ${error.message}`);
    // Refuses aliases, because they can make a small file huge, and kustomize never writes them.
    visit(document, (_, node) => {
      if (isAlias(node))
        throw new ManifestError(`${source}: aliases are not supported; write the value out`);
    });
    return document.toJS() as unknown;
  });
}

function objectsOf(value: unknown, source: string): readonly ManifestObject[] {
  if (value === null || value === undefined) return [];
  if (!isFields(value)) throw new ManifestError(`${source}: not a Kubernetes object`);
  const { kind, items } = value;
  if (typeof kind !== "string") throw new ManifestError(`${source}: \`kind\` is missing`);
  if (!kind.endsWith("List") || !Array.isArray(items)) return [{ source, fields: value }];
  const itemKind = kind.slice(0, -"List".length);
  return items.flatMap((item, at) => {
    const named =
      isFields(item) && item["kind"] === undefined
        ? { apiVersion: value["apiVersion"], kind: itemKind, ...item }
        : item;
    return objectsOf(named, `${source}, item ${at + 1}`);
  });
}
