const REFUSALS = [
  ...["invalid_credentials", "session_required", "role_insufficient", "server_busy"],
] as const satisfies readonly string[];

interface RefusalSearch {
  readonly refused?: (typeof REFUSALS)[number];
}

/** Reads why an identity provider's sign-in was refused. Ignores every other text. */
export function readRefusal({ refused }: Record<string, unknown>): RefusalSearch {
  const found = REFUSALS.find((code) => code === refused);
  return found === undefined ? {} : { refused: found };
}
