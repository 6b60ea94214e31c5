export { ConfigurationError, type Env, EnvReader } from "./env-reader.ts";
export { THREAD_ARGUMENTS, threadModule } from "./threads.ts";
