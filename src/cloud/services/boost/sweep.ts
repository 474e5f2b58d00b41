/** Deletes expired tokens and captchas, and explorations one day after they expire, since their page stays viewable until then. */
import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { Clock } from "./nodes.ts";

const everyMs = 600_000;
const explorationsKeptSeconds = 86_400;

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Additional periodic tasks. */
  readonly due?: (at: number) => Promise<void>;
}

export interface Sweep {
  sweep(): Promise<void>;
  /** Runs periodically until closed. */
  work(): void;
  close(): Promise<void>;
}

export const createSweep = ({ database: { db }, clock, log, due }: Deps): Sweep => {
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  const sweep = async (): Promise<void> => {
    const at = clock();
    await db.deleteFrom("boost_token").where("expires_at", "<", new Date()).execute();
    await db.deleteFrom("boost_captcha").where("expired_at", "<", BigInt(at)).execute();
    const long = BigInt(at - explorationsKeptSeconds);
    await db.deleteFrom("boost_exploration").where("expired_at", "<", long).execute();
    await due?.(at);
  };
  const run = (): void => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => log.warn({ err: error }, "Boost cleanup failed"));
  };

  return {
    sweep,
    work: () => {
      run();
      timer = setInterval(run, everyMs);
    },
    close: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
};
