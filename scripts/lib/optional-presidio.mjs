import { readFileSync } from "node:fs";
import path from "node:path";
import { installPresidio, startPresidio } from "./presidio.mjs";
import { ROOT } from "./root.mjs";

/**
 * Calls `work` with environment variables that contain the URL of a Presidio server, or the reason
 * why there is none, because the measurements can do without it. Passes no variables if Presidio is
 * not needed or `PRESIDIO_URL` is already set.
 */
export async function withOptionalPresidio(isNeeded, work) {
  if (!isNeeded || process.env.PRESIDIO_URL) return work({});
  const { presidio, problem } = await openPresidio();
  if (presidio === undefined) return work({ PRESIDIO_PROBLEM: problem });
  try {
    return await work({ PRESIDIO_URL: presidio.url, PRESIDIO_NAME: nameWithVersions() });
  } finally {
    presidio.stop();
  }
}

async function openPresidio() {
  try {
    await installPresidio();
    return { presidio: await startPresidio() };
  } catch (error) {
    const problem = `Presidio cannot be installed here: ${error.message}`;
    console.error(problem);
    return { problem };
  }
}

function nameWithVersions() {
  const requirements = readFileSync(path.join(ROOT, "scripts/presidio/requirements.txt"), "utf8");
  return `Presidio (${requirements.trim().replaceAll("==", " ").split("\n").join(", ")})`;
}
