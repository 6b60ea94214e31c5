const hex = (prefix: string, digits: number) => `^${prefix}_[0-9a-f]{${digits}}$`;

/**
 * The patterns of path variables. A value that does not match gets a 404, because it cannot
 * identify anything.
 */
const PATTERNS = new Map([
  ["customer_id", hex("cus", 40)],
  ["org_id", hex("org", 32)],
  ["list_id", hex("lst", 32)],
  ["job_id", hex("job", 32)],
  ["request_id", hex("req", 32)],
  ["contact_id", hex("con", 32)],
  ["activity_id", "^[A-Za-z0-9._-]{1,64}$"],
  ["provider_id", "^[a-z0-9-]{1,32}$"],
  ["member_id", hex("mem", 32)],
  ["field", "^[0-9]\\.[0-9](\\.[a-z])?$"],
  ["subject_request_id", hex("dsr", 32)],
  ["key_id", "^[0-9A-Za-z]{8}$"],
  ["model_id", "^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$"],
]);

/**
 * Returns the parameters for the variables in a path.
 * @throws TypeError when a variable has no pattern
 */
export function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => {
    const pattern = PATTERNS.get(name);
    if (pattern === undefined) throw new TypeError(`The path variable ${name} has no form`);
    return { name, in: "path", required: true, schema: { type: "string", pattern } };
  });
}
