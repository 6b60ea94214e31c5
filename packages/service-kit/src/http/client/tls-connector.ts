import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import type { PrincipalName } from "@veil/crypto";
import type { buildConnector } from "undici";
import { IdentityError, notAfterMs, type ServiceTls, serviceOf } from "../../tls/index.ts";

/** An error that shows that the server received no request. */
export class NotConnectedError extends Error {
  override readonly name = "NotConnectedError";
}

/**
 * Creates a connector that identifies `callee` by the SPIFFE ID in its certificate, not by its host
 * name.
 */
export function createTlsConnector(
  { source, trustDomain }: ServiceTls,
  callee: PrincipalName,
  timeoutMs: number,
): buildConnector.connector {
  const { secureContext } = source.current();
  const problemOf = (certificate: X509Certificate | undefined) =>
    identityProblem(certificate, callee, trustDomain);
  let resumable: Resumable | undefined;

  return function connectToCallee({ hostname, port }, callback) {
    const offered = resumable;
    let presented: X509Certificate | undefined;
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) === 0 && { servername: hostname }),
      ...(offered !== undefined && { session: offered.session }),
      secureContext,
      ALPNProtocols: ["http/1.1"],
      checkServerIdentity(_host, { raw }) {
        presented = new X509Certificate(raw);
        return problemOf(presented);
      },
    });
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    whenSecure(socket, timeoutMs, (problem) => {
      // For a resumed session, Node does not check the name again and OpenSSL does not check the
      // dates, so the certificate of the original session is checked here.
      const certificate = socket.isSessionReused() ? offered?.certificate : presented;
      const failure = problem ?? problemOf(certificate);
      if (failure === undefined && certificate !== undefined) {
        socket.on("session", (session) => {
          resumable = { session, certificate };
        });
        return callback(null, socket);
      }
      resumable = undefined;
      socket.destroy();
      callback(new NotConnectedError("No connection to the service", { cause: failure }), null);
    });
  };
}

/**
 * A TLS session with the certificate of its server, which does not present it again when the
 * session is resumed.
 */
interface Resumable {
  readonly session: Buffer;
  readonly certificate: X509Certificate;
}

function whenSecure(socket: TLSSocket, timeoutMs: number, done: (problem?: Error) => void): void {
  const settle = (problem?: Error) => {
    clearTimeout(timer);
    socket.off("secureConnect", onSecure).off("error", settle);
    // Only needed when there is a problem: otherwise undici takes over the socket and listens for
    // errors.
    if (problem !== undefined) socket.on("error", () => undefined);
    done(problem);
  };
  const onSecure = () => settle();
  const late = () => settle(new Error("The connection took too long"));
  const timer = setTimeout(late, timeoutMs);
  socket.once("secureConnect", onSecure).once("error", settle);
}

function identityProblem(
  certificate: X509Certificate | undefined,
  callee: PrincipalName,
  trustDomain: string,
): Error | undefined {
  try {
    if (certificate === undefined) return new IdentityError("The server presented no certificate");
    if (serviceOf(certificate, trustDomain) !== callee)
      return new IdentityError("The server's certificate belongs to another service");
    if (Date.now() >= notAfterMs(certificate))
      return new IdentityError("The server's certificate has expired");
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
