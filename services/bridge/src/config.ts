import { type Env, EnvReader } from "@veil/service-kit/config";
import { readServiceKeys, readServiceSettings } from "@veil/service-kit/http";

export type BridgeConfig = ReturnType<typeof readConfig>;

export function readConfig(env: Env) {
  const read = new EnvReader(env);
  const config = {
    ...readServiceSettings(read, { port: 8081, opsPort: 9081 }),
    keys: readServiceKeys(read, "bridge", ["claim"]),
    keyRingFile: read.string("BRIDGE_KEY_RING_FILE"),
  };
  read.done();
  return config;
}
