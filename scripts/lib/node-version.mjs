const LEAST = [20, 19];

/** Exits if this version of Node is too old. The function itself must run on old versions. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return;
  console.error(`Node ${LEAST.join(".")} or later is needed; this is ${process.versions.node}.`);
  console.error("https://nodejs.org/en/download has it for every system.");
  process.exit(1);
}
