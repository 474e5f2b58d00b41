import type { Logger } from "pino";
import type { Database } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";
import type { EventHandler } from "./handler.ts";
import type { Reader } from "./reader.ts";

export interface Deps {
  readonly database: Pick<Database, "db">;
  readonly handlers: ReadonlyMap<RowOf<"chain_event">["kind"], EventHandler>;
  readonly log: Pick<Logger, "warn" | "error">;
}

/** State of one chain while it is read. */
export interface Watched extends Deps {
  readonly chain: EvmChain;
  readonly reader: Reader;
}
