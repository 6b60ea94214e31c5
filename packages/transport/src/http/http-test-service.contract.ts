import {
  accessCheckRoutes,
  type CallPoolSettings,
  type CallRoute,
  createInternalApp,
  createServiceClient,
  createTokenIssuer,
  listen,
  type ServiceClient,
} from "@veil/service-kit/http";
import { createMetrics, silentLogger as log } from "@veil/service-kit/telemetry";
import { createTcpProxy, createTestTrust } from "@veil/testing";
import type { Router } from "express";

export interface HttpTestService {
  client(): ServiceClient;
  serve(routes: Router | CallRoute): Promise<{ kill(): Promise<void>; end(): Promise<void> }>;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** @param calls - also makes calls over call connections */
export async function openHttpTestService(
  service: "inference-worker" | "audit",
  calls?: CallPoolSettings,
): Promise<HttpTestService> {
  const { trust, keysOf } = createTestTrust();
  const proxy = await createTcpProxy({ host: "127.0.0.1", port: 1 });
  const closing: (() => Promise<void>)[] = [() => proxy.cut()];
  return {
    client() {
      const client = createServiceClient({
        baseUrl: `http://127.0.0.1:${proxy.port}`,
        callee: service,
        issuer: createTokenIssuer(keysOf("edge-gateway")),
        ...(calls && { calls }),
      });
      closing.push(() => client.close());
      return client;
    },
    async serve(routes) {
      const metrics = createMetrics("test");
      const allowed = ["edge-gateway"] as const;
      const options = { service, allowed, trust, log, metrics, trustCaller: true };
      const app =
        "limitBytes" in routes
          ? createInternalApp({ ...options, callRoutes: [routes] }, accessCheckRoutes())
          : createInternalApp(options, accessCheckRoutes(), routes);
      const listener = await listen(app, { host: "127.0.0.1", port: 0 });
      await proxy.mend(listener.port);
      closing.push(() => listener.close(0));
      return {
        async kill() {
          await proxy.cut();
          await listener.close(0);
        },
        async end() {
          const drained = proxy.drain();
          await listener.close(1_000);
          await drained;
        },
      };
    },
    cut: () => proxy.cut(),
    mend: () => proxy.mend(),
    async close() {
      for (const close of closing) await close();
    },
  };
}
