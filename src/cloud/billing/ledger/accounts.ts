/** Reads accounts: their codes in the table and their balances. */
import type { Db } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { AccountRef, AccountBalances, SystemAccount, Unit } from "./ledger.ts";

export type Account = RowOf<"ledger_account">;

/** Returns the code of a team's account, of a team's debt, or of a system account. */
export const codeOf = (ref: AccountRef): string => {
  if ("teamId" in ref) return `team:${ref.teamId}`;
  return ref.ofTeam === undefined ? ref.system : `${ref.system}:${ref.ofTeam}`;
};

/** Returns the team of an account or debt; such accounts store a running balance. */
export const teamOf = (ref: AccountRef): string | null => ("teamId" in ref ? ref.teamId : (ref.ofTeam ?? null));

export const refOf = ({ code, unit }: Pick<Account, "code" | "unit">): AccountRef => {
  const [name, teamId] = code.split(":") as [string, string | undefined];
  if (name === "team") return { teamId: teamId!, unit };
  return { system: name as SystemAccount, unit, ...(teamId !== undefined && { ofTeam: teamId }) };
};

export const balancesOf = async (db: Db, teamId: string, unit: Unit): Promise<AccountBalances> => {
  const rows = await db
    .selectFrom("ledger_account")
    .select(["code", "balance", "held"])
    .where("code", "in", [`team:${teamId}`, `debt:${teamId}`])
    .where("unit", "=", unit)
    .execute();
  const own = rows.find(({ code }) => code.startsWith("team:"));
  const debt = rows.find(({ code }) => code.startsWith("debt:"));
  return { balance: BigInt(own?.balance ?? 0), held: BigInt(own?.held ?? 0), owed: -BigInt(debt?.balance ?? 0) };
};
