import { once } from "node:events";
import { EnvReader } from "@veil/service-kit/config";
import { startSimulator } from "./start-simulator.ts";

const env = new EnvReader(process.env);
const host = env.string("HOST", "127.0.0.1");
const port = env.integer("PORT", 0, { max: 65_535 });
env.done();

const simulator = await startSimulator({ host, port });
process.stdout.write(`${JSON.stringify({ event: "listening", url: simulator.url })}\n`);
await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
await simulator.close();
