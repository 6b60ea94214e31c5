/** Returns the section of a version in CHANGELOG.md. @throws Error when there is none */
export function changelogSection(changelog: string, version: string): string {
  const start = changelog.indexOf(`\n## [${version}] - `);
  if (start === -1)
    throw new Error(
      `CHANGELOG.md has no section "## [${version}] - DATE"; rename "Unreleased" to it and commit (CONTRIBUTING.md)`,
    );
  const rest = changelog.slice(start + 1);
  const [end = rest.length] = ["\n## ", "\n["]
    .map((mark) => rest.indexOf(mark, 1))
    .filter((at) => at !== -1)
    .sort((left, right) => left - right);
  return `${rest.slice(0, end).trim()}\n`;
}
