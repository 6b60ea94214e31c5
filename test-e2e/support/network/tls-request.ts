import { once } from "node:events";
import { type ConnectionOptions, connect } from "node:tls";

export interface TlsResponse {
  /** The first line of the response, or the error message. */
  readonly line: string;
  readonly serial: string | undefined;
}

export async function requestOverTls(
  url: string,
  token: string,
  options: ConnectionOptions,
): Promise<TlsResponse> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false, ...options });
  const ended = new Promise<string>((resolve) => {
    socket.once("error", ({ message }) => resolve(message));
    socket.once("close", () => resolve("closed"));
  });
  let serial: string | undefined;
  const answered = once(socket, "secureConnect").then(async () => {
    serial = socket.getPeerCertificate().serialNumber;
    socket.write(`GET /door HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    return bytes.toString().split("\r\n")[0] ?? "";
  });
  answered.catch(() => undefined);
  const line = await Promise.race([ended, answered]).catch(String);
  socket.destroy();
  return { line, serial };
}
