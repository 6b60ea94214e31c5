import { setTimeout } from "node:timers/promises";

const RETRY_MS = 500;
const TYPES = {
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
};

/** A client of the API server behind `kubectl proxy`, which adds the credentials. */
export function kubernetesApi(url) {
  async function call(method, path, body, type = "application/json") {
    const response = await fetch(url + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": type } }),
    });
    const text = await response.text();
    // For example, while the definition of a kind is changing.
    if (response.status === 429) {
      await setTimeout(RETRY_MS);
      return call(method, path, body, type);
    }
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : { text } };
  }
  /** @throws Error unless the response has status 2xx, or one of `allowed` */
  async function must(allowed, ...request) {
    const { status, body } = await call(...request);
    const isEnding = body.details?.causes?.some(({ reason }) => reason === "NamespaceTerminating");
    if (status < 300 || allowed.includes(status) || isEnding) return body;
    throw new Error(`${request[0]} ${request[1]}: ${status} ${body.message ?? body.text}`);
  }
  return {
    get: (path) => call("GET", path),
    /** Returns the objects of a kind, none if its definition is missing. */
    list: async (path) => (await must([404], "GET", path)).items ?? [],
    /** Leaves an object that exists already as it is. Ignores a namespace that is being deleted. */
    create: (path, body) => must([404, 409], "POST", path, body),
    /** Ignores an object that has meanwhile been deleted or replaced. */
    patch: (path, body, type = "merge") => must([404, 409], "PATCH", path, body, TYPES[type]),
    remove: (path, body) => must([404, 409], "DELETE", path, body),
  };
}
