import type { Db } from "../../engines/database/database.ts";
import type { Evm } from "../../engines/evm/evm.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import type { Allowance } from "../ledger/allowance.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Notices } from "../../account/notices/service.ts";
import type { Teams } from "../../account/teams/service.ts";

export interface Deps {
  readonly evm: Pick<Evm, "find">;
  readonly ledger: Pick<Ledger, "post" | "collect">;
  readonly allowance: Pick<Allowance, "grant" | "grantStandard" | "withdraw">;
  readonly auth: Pick<Auth, "userWithEuid" | "userWithUid" | "operators">;
  readonly teams: Pick<Teams, "membership">;
  readonly notices: Pick<Notices, "create" | "refresh">;
  readonly realtime: Pick<Realtime, "toTeam" | "toUser">;
}

export interface Owner {
  readonly personId: string;
  readonly teamId: string;
}

/** Returns the user of an on-chain account with their own team; undefined if unknown. */
export const ownerOf = async (deps: Deps, db: Db, account: string): Promise<Owner | undefined> =>
  withTeam(deps, db, await deps.auth.userWithEuid(db, account));

/** Same, by uid. */
export const ownerOfUid = async (deps: Deps, db: Db, uid: string): Promise<Owner | undefined> =>
  withTeam(deps, db, await deps.auth.userWithUid(db, uid));

const withTeam = async ({ teams }: Deps, db: Db, personId: string | undefined): Promise<Owner | undefined> => {
  const own = personId === undefined ? undefined : await teams.membership(db, personId);
  return personId === undefined || !own ? undefined : { personId, teamId: own.teamId };
};
