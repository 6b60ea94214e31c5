import { installPresidio, startPresidio } from "./presidio.mjs";

/** Unless `PRESIDIO_URL` names one. Undefined if it cannot be installed: it is optional. */
export async function presidioForBench() {
  if (process.env.PRESIDIO_URL) return undefined;
  try {
    await installPresidio();
    return await startPresidio();
  } catch (error) {
    console.error(`Presidio cannot be installed here: ${error.message}`);
    return undefined;
  }
}
