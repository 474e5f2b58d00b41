import { Worker } from "node:worker_threads";
import type { Question, Said } from "./speak.ts";
import type { Asked, Told } from "./worker.ts";

export interface Answer {
  /** Tokens of the question. */
  readonly read: number;
  readonly said: AsyncIterable<Said>;
}

export interface ModelThread {
  /** undefined while too many wait already. */
  ask(question: Question): Promise<Answer | undefined>;
  close(): Promise<void>;
}

const waitingMax = 64;

/** The embedded model in its thread, which begins with the first question. */
export const createModelThread = (): ModelThread => {
  const open = new Map<number, (told: Told) => void>();
  let worker: Worker | undefined;
  let next = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./worker.ts", import.meta.url));
    const end = (error?: unknown): void => {
      if (worker === started) worker = undefined;
      const fault = error instanceof Error ? error.message : "The model's thread has ended.";
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
    ask: async (question) => {
      if (open.size >= waitingMax) return undefined;
      const id = next++;
      const told = mailbox<Told>();
      open.set(id, told.put);
      const asked: Asked = { id, ...question };
      (worker ?? start()).postMessage(asked);
      const first = await told.take();
      if (!("read" in first)) {
        open.delete(id);
        throw new Error("fault" in first ? first.fault : "The model spoke out of turn.");
      }
      return { read: first.read, said: sayings(told.take, () => open.delete(id)) };
    },
    close: async () => void (await worker?.terminate()),
  };
};

async function* sayings(take: () => Promise<Told>, done: () => void): AsyncGenerator<Said> {
  try {
    for (;;) {
      const told = await take();
      if ("fault" in told) throw new Error(told.fault);
      if (!("said" in told)) continue;
      yield told.said;
      if (told.said.end) return;
    }
  } finally {
    done();
  }
}

/** What comes before somebody waits for it is kept. */
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
