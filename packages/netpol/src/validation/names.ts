const MAX_PART = 63;
const MAX_SUBDOMAIN = 253;
const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS_LABEL = new RegExp(`^${LABEL}$`);
const DNS_SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`);
const NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

/** Implements `IsDNS1123Label`. */
export function isDnsLabel(text: string): boolean {
  return text.length <= MAX_PART && DNS_LABEL.test(text);
}

/** Implements `IsDNS1123Subdomain`. */
export function isDnsSubdomain(text: string): boolean {
  return text.length <= MAX_SUBDOMAIN && DNS_SUBDOMAIN.test(text);
}

/**
 * Implements `IsQualifiedName`: a name of at most 63 characters, optionally after a domain and a
 * slash.
 */
export function isQualifiedName(text: string): boolean {
  const parts = text.split("/");
  const [name = "", domain] = parts.toReversed();
  const fits = parts.length <= 2 && name.length <= MAX_PART && NAME.test(name);
  return fits && (domain === undefined || isDnsSubdomain(domain));
}

/** Implements `IsValidLabelValue`. */
export function isLabelValue(text: string): boolean {
  return text === "" || (text.length <= MAX_PART && NAME.test(text));
}
