export { ConfigurationError, type Env, EnvReader } from "./env-reader.ts";
