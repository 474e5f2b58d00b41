/** Domain targets: their kinds, and how to find them. */
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { isUuid } from "../../kernel/uuid.ts";

export const targetKinds = ["project", "gateway", "bucket"] as const;
export type TargetKind = (typeof targetKinds)[number];

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "domain.target_kind": TargetKind;
  }
}

export interface DomainTarget {
  readonly kind: TargetKind;
  readonly id: string;
}

/**
 * Finds the team's target and locks its row, which guards its domain limit. `id` can be a gateway's name, and is always
 * a bucket's name. Throws NOT_FOUND.
 */
export const lockTarget = async (trx: Trx, teamId: string, { kind, id }: DomainTarget): Promise<DomainTarget> => {
  // A bucket's name can look like an ID.
  const isId = kind !== "bucket" && isUuid(id);
  if (!isId && kind === "project") throw new AppError("NOT_FOUND");
  const row = await finders[kind](trx, teamId, isId ? "id" : "name", id);
  if (!row) throw new AppError("NOT_FOUND");
  return { kind, id: row.id };
};

type Find = (trx: Trx, teamId: string, by: "id" | "name", value: string) => Promise<{ id: string } | undefined>;

const finders: Readonly<Record<TargetKind, Find>> = {
  project: (trx, teamId, by, value) => {
    const ofTeam = trx.selectFrom("project").select("id").where("team_id", "=", teamId);
    return ofTeam.where(by, "=", value).forUpdate().executeTakeFirst();
  },
  gateway: (trx, teamId, by, value) => {
    const ofTeam = trx.selectFrom("gateway").select("id").where("team_id", "=", teamId);
    return ofTeam.where(by, "=", value).forUpdate().executeTakeFirst();
  },
  bucket: (trx, teamId, by, value) => {
    const ofTeam = trx.selectFrom("bucket").select("id").where("team_id", "=", teamId);
    return ofTeam.where(by, "=", value).forNoKeyUpdate().executeTakeFirst();
  },
};
