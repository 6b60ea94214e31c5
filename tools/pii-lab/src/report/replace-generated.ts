/**
 * Matches the text between `<!-- generated: NAME -->` and `<!-- /generated -->`, with these marks.
 */
const PART = /(<!-- generated: ([a-z-]+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;

/** @throws Error when a part has no marks in the document, or marks have no part */
export function replaceGenerated(
  document: string,
  parts: Readonly<Record<string, string>>,
): string {
  const missing = new Set(Object.keys(parts));
  const replaced = document.replace(PART, (_all, begin: string, name: string, end: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`Nothing generates "${name}"`);
    missing.delete(name);
    return `${begin}\n${part}\n\n${end}`;
  });
  if (missing.size > 0) throw new Error(`The document has no place for ${[...missing].join(", ")}`);
  return replaced;
}
