import { createServer, type Server, type ServerOptions } from "node:https";
import type { TLSSocket, TlsOptions } from "node:tls";
import type { PrincipalName } from "@veil/crypto";
import type { Logger } from "../telemetry/index.ts";
import {
  IdentityError,
  notAfterMs,
  type ServiceTls,
  serviceOf,
  type TlsSource,
} from "../tls/index.ts";
import { rememberPeer } from "./peer.ts";

/**
 * How a server uses TLS. `mutual`: clients need a certificate of one of the `allowed` services;
 * others are disconnected before any HTTP is read. `public`: clients need no certificate.
 */
export type ListenTls =
  | {
      readonly kind: "mutual";
      readonly own: ServiceTls;
      readonly allowed: readonly PrincipalName[];
      readonly log: Logger;
    }
  | { readonly kind: "public"; readonly source: TlsSource };

export function createTlsServer(tls: ListenTls, options: ServerOptions): Server {
  const mutual = tls.kind === "mutual";
  const source = mutual ? tls.own.source : tls.source;
  const server = createServer({
    ...options,
    ...contextOf(source),
    requestCert: mutual,
    rejectUnauthorized: mutual,
  });
  const stop = source.onChange(() => server.setSecureContext(contextOf(source)));
  server.once("close", stop);
  // Prepended, because it must run before the listener that starts reading HTTP.
  if (mutual) {
    server.prependListener("secureConnection", (socket) => admit(socket, tls));
    server.on("tlsClientError", ({ code = "unknown" }: NodeJS.ErrnoException) =>
      tls.log.info("handshake_failed", { code }),
    );
  }
  return server;
}

/**
 * Returns the TLS context for the current certificates. Each context has new ticket keys, so no
 * session outlives a change of certificates.
 */
function contextOf(source: TlsSource): TlsOptions {
  const { pem, minVersion } = source.current();
  return { ...pem, minVersion };
}

type MutualTls = Extract<ListenTls, { kind: "mutual" }>;

/**
 * Admits or closes a new connection, based on the client's certificate. OpenSSL does not check
 * dates when a session is resumed, so this function stores the expiry, and each request checks it.
 */
function admit(socket: TLSSocket, { own, allowed, log }: MutualTls): void {
  try {
    const certificate = socket.getPeerX509Certificate();
    if (!socket.authorized || certificate === undefined)
      throw new IdentityError("The client presented no certificate issued by our authority");
    const service = serviceOf(certificate, own.trustDomain);
    if (!allowed.includes(service))
      throw new IdentityError(
        "The certificate belongs to a service that is not allowed to call this one",
      );
    rememberPeer(socket, { service, notAfterMs: notAfterMs(certificate) });
  } catch (error) {
    log.warn("caller_cut_off", { reason: String((error as Partial<Error>).message) });
    socket.destroy();
  }
}
