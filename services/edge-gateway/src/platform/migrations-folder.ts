import { fileURLToPath } from "node:url";

/** The migrations that this version of the gateway needs. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));
