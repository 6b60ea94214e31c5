export { freePort, freePorts, isFreePort } from "./free-port.ts";
export {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "./postgres/start-embedded-postgres.ts";
