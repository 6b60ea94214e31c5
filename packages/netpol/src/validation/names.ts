const MAX_PART = 63;
const MAX_SUBDOMAIN = 253;
const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS_LABEL = new RegExp(`^${LABEL}$`);
const DNS_SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** `IsDNS1123Label` */
export function isDnsLabel(text: string): boolean {
  return text.length <= MAX_PART && DNS_LABEL.test(text);
}

/** `IsDNS1123Subdomain` */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= MAX_SUBDOMAIN && DNS_SUBDOMAIN.test(text);
}

/** `IsQualifiedName`: a name of at most 63 characters, behind a domain and a slash or alone. */
export function isQualifiedName(text: string): boolean {
  const parts = text.split("/");
  const [name = "", domain] = parts.toReversed();
  const fits = parts.length <= 2 && name.length <= MAX_PART && NAME.test(name);
  return fits && (domain === undefined || isDnsSubdomain(domain));
}

/** `IsValidLabelValue` */
export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= MAX_PART && NAME.test(text));
}
