import { fileURLToPath } from "node:url";

/** The migrations that this version of the service needs. */
export const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));
