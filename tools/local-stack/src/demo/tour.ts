interface TourOptions {
  readonly gatewayUrl: string;
  /** The key of a customer of the tier pro. */
  readonly keyFile: string;
  /** Where the tour keeps the key that it registers. */
  readonly ownKeyFile: string;
}

/**
 * The steps of a customer without a portal, each as one line for a shell. The second and third need
 * the first.
 */
export function tour({ gatewayUrl, keyFile, ownKeyFile }: TourOptions): readonly string[] {
  const own = shellQuoted(ownKeyFile);
  const withKey = (file: string) => `-H "x-api-key: $(cat ${file})"`;
  const email = `"{\\"email\\": \\"you-$(date +%s)@example.org\\"}"`;
  const keyOf = `sed -n 's/.*"svc_api_key":"\\([^"]*\\)".*/\\1/p' > ${own}`;
  const rotation = `/api/v1/account/keys/$(cut -c5-12 ${own})/rotate`;
  return [
    "# Register, and keep the key; it is shown once",
    `curl -s ${gatewayUrl}/api/v1/register -H 'content-type: application/json' -d ${email} | ${keyOf}`,
    "# This month's use",
    `curl -s ${gatewayUrl}/api/v1/usage ${withKey(own)}`,
    "# A new key in its place; the former stays valid for an hour",
    `curl -s -X POST "${gatewayUrl}${rotation}" ${withKey(own)}`,
    "# The audit events of the demonstration's customer (pro and enterprise)",
    `curl -s ${gatewayUrl}/api/v1/audit/export ${withKey(shellQuoted(keyFile))}`,
  ];
}

export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
