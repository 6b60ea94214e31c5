const FORMS = [
  ["job", /^job_[0-9a-f]{32}$/],
  ["request", /^req_[0-9a-f]{32}$/],
  // A whole key is cut off after its id, because the id goes into the address.
  ["key", /^(?:svc|gw_live)_[0-9A-Za-z]{8}/],
] as const;

interface SearchedId {
  readonly kind: (typeof FORMS)[number][0];
  readonly id: string;
}

/** Reads what a reader searches. Returns undefined for text that is no id, such as a value. */
export function searchedId(text: string): SearchedId | undefined {
  for (const [kind, form] of FORMS) {
    const [id] = form.exec(text.trim()) ?? [];
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

interface WhySearch {
  readonly id?: string;
}

/** Reads the search of an address. */
export function readWhySearch({ id }: Record<string, unknown>): WhySearch {
  const found = typeof id === "string" ? searchedId(id) : undefined;
  return found === undefined ? {} : { id: found.id };
}
