import { installPresidio, startPresidio } from "./presidio.mjs";

/** An analyzer to measure beside, unless `PRESIDIO_URL` names one. Undefined where none can be had: a peer is no duty. */
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
