/** Servers under test, each in a separate process. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface TestedServer {
  readonly port: number;
  stop(): Promise<void>;
}

export interface TestedNodeServer extends TestedServer {
  /** CPU time used so far. */
  cpuMicros(): Promise<number>;
  tell(word: string): void;
}

/** Starts bench/servers/<name>.ts with a folder. */
export const startServer = async (name: string, folder: string): Promise<TestedNodeServer> => {
  const child = fork(join(import.meta.dirname, "servers", `${name}.ts`), [folder], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const answer = async <T>(): Promise<T> => {
    const [reply] = (await Promise.race([once(child, "message"), ended])) as [T | number | null];
    if (typeof reply !== "object" || reply === null) throw new Error(`The ${name} server under test ended.`);
    return reply;
  };
  const { port } = await answer<{ port: number }>();
  return {
    port,
    async cpuMicros() {
      child.send("cpu");
      return (await answer<{ cpuMicros: number }>()).cpuMicros;
    },
    tell(word) {
      child.send(word);
    },
    async stop() {
      child.disconnect();
      await ended;
    },
  };
};
