import type { Evm } from "../../engines/evm/evm.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Auth } from "../auth/service.ts";
import type { Notices } from "../notices/service.ts";
import type { Teams } from "../teams/service.ts";

export interface Deps {
  readonly evm: Pick<Evm, "find">;
  readonly allowance: Pick<Allowance, "grantFree">;
  readonly auth: Pick<Auth, "userWithEuid" | "user">;
  readonly teams: Pick<Teams, "membership">;
  readonly notices: Pick<Notices, "create" | "refresh">;
  readonly realtime: Pick<Realtime, "toUser">;
}
