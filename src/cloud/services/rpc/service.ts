/** The RPC service: JSON-RPC of chains under keys of a team's own, metered, limited and kept up over several nodes. */
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Usage } from "../../ledger/usage.ts";
import type { Route } from "../route.ts";
import { createSecretBox } from "../secret-box.ts";
import type { Standing } from "../standing/service.ts";
import { createCounts } from "./counts.ts";
import { rpcKeyRoutes } from "./key-routes.ts";

export interface RpcParts {
  readonly config: Config;
  readonly engines: Pick<Engines, "database" | "realtime" | "evm">;
  readonly usage: Usage;
  readonly allowance: Allowance;
  readonly standing: Pick<Standing, "needsActivation">;
  readonly log: Logger;
}

export interface Rpc {
  readonly routes: readonly Route[];
  /** Begins to write what is counted, each second. */
  serve(): void;
  close(): Promise<void>;
}

const flushEveryMs = 1000;

export const createRpc = ({ config, engines, usage, standing, log }: RpcParts): Rpc => {
  const { db } = engines.database;
  const counts = createCounts(db, log);
  const timers: NodeJS.Timeout[] = [];
  const changed = (): void => undefined;
  return {
    routes: [...rpcKeyRoutes({ box: createSecretBox(config), standing, usage, counts, changed })],
    serve: () => {
      timers.push(setInterval(() => void counts.flush(), flushEveryMs));
    },
    close: async () => {
      timers.forEach(clearInterval);
      await counts.flush();
    },
  };
};
