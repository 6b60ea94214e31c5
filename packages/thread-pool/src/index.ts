export { createThreadPool, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";
export { THREAD_ARGUMENTS, threadModule } from "./threads.ts";
