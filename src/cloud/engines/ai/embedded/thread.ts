import { Worker } from "node:worker_threads";
import type { Said } from "../spoken.ts";
import type { Question } from "./speak.ts";
import type { Asked, Told } from "./worker.ts";

export interface ModelThread {
  /** Returns whether the queue is full. */
  isBusy(): boolean;
  /** Sends the question at the first read. Questions are answered one at a time. */
  speak(question: Question): AsyncGenerator<Said>;
  close(): Promise<void>;
}

const waitingMax = 64;

/** Runs the embedded model in a worker thread, which starts with the first question. */
export const createModelThread = (): ModelThread => {
  const open = new Map<number, (told: Told) => void>();
  let worker: Worker | undefined;
  let next = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./worker.ts", import.meta.url));
    const end = (error?: unknown): void => {
      if (worker === started) worker = undefined;
      const fault = error instanceof Error ? error.message : "The model's thread exited.";
      for (const [id, tell] of open) tell({ id, fault });
      open.clear();
    };
    started.on("message", (told: Told) => open.get(told.id)?.(told));
    started.on("error", end);
    started.on("exit", () => end());
    started.unref();
    return (worker = started);
  };

  return {
    isBusy: () => open.size >= waitingMax,
    speak: async function* (question) {
      const id = next++;
      const told = mailbox<Told>();
      open.set(id, told.put);
      try {
        const asked: Asked = { id, ...question };
        (worker ?? start()).postMessage(asked);
        for (;;) {
          const one = await told.take();
          if ("fault" in one) throw new Error(one.fault);
          yield one.said;
          if (one.said.end) return;
        }
      } finally {
        open.delete(id);
      }
    },
    close: async () => void (await worker?.terminate()),
  };
};

/** Creates a queue for one reader. Keeps messages until they are taken. */
const mailbox = <T>() => {
  const kept: T[] = [];
  let waiting: ((one: T) => void) | undefined;
  return {
    put: (one: T): void => {
      const taker = waiting;
      waiting = undefined;
      if (taker) taker(one);
      else kept.push(one);
    },
    take: (): Promise<T> => {
      const [first] = kept.splice(0, 1);
      return first === undefined ? new Promise((resolve) => (waiting = resolve)) : Promise.resolve(first);
    },
  };
};
