import { fork } from "node:child_process";
import { once } from "node:events";
import { nextMessage } from "../../next-message.ts";
import { type Figure, figure } from "../../report.ts";
import { median } from "../../statistics.ts";
import { cutTexts } from "../texts/cut-texts.ts";
import type { ThreadMemoryOrder } from "./thread-memory-process.ts";

const PIECE_BYTES = 4_096;
const PIECES = 256;

/**
 * Measures the memory of a thread after 1 MB of prompts: of a thread that reads both models, and of
 * one that shares them.
 */
export async function measureThreadMemory(
  text: string,
  rounds: number,
): Promise<readonly Figure[]> {
  const texts = cutTexts(text, PIECE_BYTES, PIECES);
  const measured = async (isShared: boolean) => {
    const added: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      added.push(await addedMegabytes({ texts, isShared }));
    return median(added);
  };
  return [
    figure("sanitiser.thread_memory_mb", await measured(false), "MB"),
    figure("sanitiser.thread_memory.shared_models_mb", await measured(true), "MB"),
  ];
}

async function addedMegabytes(order: ThreadMemoryOrder): Promise<number> {
  const child = fork(new URL("./thread-memory-process.js", import.meta.url), {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child.send(order);
  const bytes = await nextMessage(child, "The measuring process");
  const ended = once(child, "exit");
  child.disconnect();
  await ended;
  return Number(bytes) / 1e6;
}
