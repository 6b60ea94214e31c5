import { ManifestError } from "./manifest-error.ts";

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a mapping. Absent and null count as empty, as in the API server.
 * @throws ManifestError
 */
export function fieldsAt(value: unknown, where: string): Fields {
  if (value === undefined || value === null) return {};
  if (isFields(value)) return value;
  throw new ManifestError(`${where} must be a mapping`);
}

export function listAt(value: unknown, where: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new ManifestError(`${where} must be a list`);
}

/** Returns a string. @throws ManifestError when it is absent, empty or not a string */
export function textAt(value: unknown, where: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new ManifestError(`${where} must be a string`);
}

/**
 * Returns a string. Absent and null count as the empty string, as in the API server.
 * @throws ManifestError
 */
export function stringAt(value: unknown, where: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw new ManifestError(`${where} must be a string; put it in quotes`);
}

export function textsAt(value: unknown, where: string): readonly string[] {
  return listAt(value, where).map((element, at) => textAt(element, `${where}[${at}]`));
}

/**
 * Returns labels. Like the API server, it refuses numbers and booleans that are not quoted.
 * @throws ManifestError
 */
export function labelsAt(value: unknown, where: string): Readonly<Record<string, string>> {
  const entries = Object.entries(fieldsAt(value, where));
  const wrong = entries.find(([, label]) => typeof label !== "string");
  if (wrong !== undefined)
    throw new ManifestError(`${where}.${wrong[0]} must be a string; put it in quotes`);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Returns an integer. @throws ManifestError for anything except a 32-bit integer */
export function intAt(value: unknown, where: string): number {
  if (typeof value === "number" && (value | 0) === value) return value;
  throw new ManifestError(`${where} must be a whole number`);
}

export function portAt(value: unknown, where: string): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= 65_535)
    return value;
  throw new ManifestError(`${where} must be a port from 1 to 65535`);
}
