import type { Request } from "express";

export type PresentedKey =
  | { readonly kind: "none" }
  | { readonly kind: "key"; readonly text: string }
  /** Two different keys. */
  | { readonly kind: "ambiguous" };

/** The key in `x-api-key` or in `Authorization: Bearer`; both headers are accepted everywhere. */
export function presentedKey(req: Request): PresentedKey {
  const header = req.get("x-api-key") || undefined;
  const [, bearer] = /^bearer +(\S+) *$/i.exec(req.get("authorization") ?? "") ?? [];
  if (header !== undefined && bearer !== undefined && header !== bearer)
    return { kind: "ambiguous" };
  const text = header ?? bearer;
  return text === undefined ? { kind: "none" } : { kind: "key", text };
}
