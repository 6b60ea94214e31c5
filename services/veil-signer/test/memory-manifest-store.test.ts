import { describeManifestStore } from "../src/adapters/manifest-store.contract.ts";
import { createMemoryManifestStore } from "./memory-manifest-store.ts";

describeManifestStore("memory", async () => createMemoryManifestStore());
