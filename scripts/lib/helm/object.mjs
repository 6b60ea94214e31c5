import { stringify } from "yaml";

const HASH = /-[a-z0-9]{10}$/;
// Helm reads YAML 1.1, in which `off` is a boolean.
const FORMAT = { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false };

/** Returns a name such as `ConfigMap veil-edge/edge-gateway`, without the hash of the content. */
export function titleOf({ kind, metadata: { namespace, name } }) {
  const plain = isHashed({ kind, name }) ? name.replace(HASH, "") : name;
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${plain}`;
}

function isHashed({ kind, name }) {
  return (kind === "ConfigMap" || kind === "Job") && HASH.test(name);
}

/**
 * Returns the template of an object of one profile: its body, and for a ConfigMap or Job a named
 * template with the content, of which the name has a hash.
 * @param objects - all objects of the profile, whose ConfigMaps the object may name
 * @param values - the rows of values.mjs
 */
export function objectTemplate(object, { objects, profile, values, defaults }) {
  const expressions = [];
  const token = (expression) => `VALUE_${expressions.push(expression) - 1}_`;
  const title = titleOf(object);
  const configs = new Map(
    objects
      .filter(
        ({ kind, metadata }) =>
          kind === "ConfigMap" && metadata.namespace === object.metadata.namespace,
      )
      .map((config) => [config.metadata.name, config.metadata.name.replace(HASH, "")]),
  );
  const replaced = walk(structuredClone(object), []);
  return finish(replaced, title, expressions);

  function walk(node, path) {
    const row = rowAt(node, path);
    if (row !== undefined) return token(row);
    if (Array.isArray(node)) return node.map((each, index) => walk(each, [...path, index]));
    if (typeof node === "object" && node !== null)
      return Object.fromEntries(
        Object.entries(node).map(([key, each]) => [key, walk(each, [...path, key])]),
      );
    if (configs.has(node) && path[0] !== "metadata")
      return token(configName(object.metadata.namespace, configs.get(node)));
    return node;
  }

  function rowAt(node, path) {
    const where = { title, profile, node, path: path.join("\n") };
    for (const row of values) {
      const place = row.at?.find((one) => isAt(one, where));
      if (place === undefined) continue;
      const isText = typeof node === "string" && place.number !== true;
      defaults.set(row.name, isText ? plain(node, place) : node);
      return expression(row, place);
    }
    return undefined;
  }
}

function isAt({ scalar, config, key, object, path = "", only }, where) {
  if (only !== undefined && only !== where.profile) return false;
  if (scalar !== undefined) return where.node === scalar;
  if (config !== undefined)
    return where.title === `ConfigMap ${config}` && where.path === `data\n${key}`;
  const place = Array.isArray(path) ? path : path.split(".");
  return where.title === object && where.path === place.join("\n");
}

function plain(node, { prefix = "", suffix = "" }) {
  return node.slice(prefix.length, node.length - suffix.length);
}

function expression({ name }, { prefix, suffix, number }) {
  const value = `.Values.${name}`;
  if (number === true) return `{{ int $${value} }}`;
  if (prefix !== undefined) return `{{ print "${prefix}" $${value} | toJson }}`;
  if (suffix !== undefined) return `{{ print $${value} "${suffix}" | toJson }}`;
  return `{{ toJson $${value} }}`;
}

function configName(namespace, name) {
  return `{{ include "veil-gateway.configName" (dict "root" $ "id" "${namespace}/${name}" "name" "${name}") }}`;
}

function finish({ apiVersion, kind, metadata, ...rest }, title, expressions) {
  const [, id = ""] = title.split(" ");
  const [namespace, plainName = ""] = id.split("/");
  const text = (value) =>
    stringify(value, FORMAT)
      .trimEnd()
      .replaceAll("{{", "{{ `{{` }}")
      .replaceAll(/VALUE_(\d+)_/g, (_, index) => expressions[Number(index)]);
  const head = { apiVersion, kind };
  if (!isHashed({ kind, name: metadata.name }))
    return { body: `---\n${text({ ...head, metadata, ...rest })}` };
  const body = (name, field, definition) =>
    [
      `---\n${text(head)}`,
      text({ metadata: { ...metadata, name: "NAME_" } }).replace("NAME_", () => name),
      `${field}: {{- include "${definition}" . | nindent 2 }}`,
    ].join("\n");
  if (kind === "ConfigMap") {
    const definition = `veil-gateway.config.${id}`;
    return {
      definition: defined(definition, text(rest.data)),
      body: body(configName(namespace, plainName), "data", definition),
    };
  }
  const definition = `veil-gateway.job.${id}`;
  const name = `${plainName}-{{ include "${definition}" . | include "veil-gateway.hash" }}`;
  return {
    definition: defined(definition, text(rest.spec)),
    body: body(name, "spec", definition),
  };
}

function defined(name, text) {
  return `{{- define "${name}" }}\n${text}\n{{ end }}`;
}
