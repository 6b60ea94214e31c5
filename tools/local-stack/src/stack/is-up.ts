import { request } from "undici";

export async function isUp(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(2_000) });
    await body.dump();
    return statusCode < 300;
  } catch {
    return false;
  }
}
