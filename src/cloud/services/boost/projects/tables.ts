import type { ColumnType, Generated } from "kysely";
import type { ProjectClaim } from "../../../../../resources/boost/project-calls.ts";

/** Unix seconds. */
type Moment = ColumnType<bigint, number, number>;

/** Micro-points and millionths of a dollar: per node, in total, and given so far. Zero per node means no reward of that kind. */
export interface BoostProjectTable {
  id: string;
  name: string;
  description: string;
  logo: string | null;
  link: string | null;
  starts_at: Moment;
  ends_at: Moment;
  least_points: string;
  points_each: string;
  points_pot: string;
  points_given: Generated<string>;
  usd_each: string;
  usd_pot: string;
  usd_given: Generated<string>;
  created_at: Generated<Date>;
}

interface BoostProjectClaimTable {
  project_id: string;
  node_id: string;
  kind: ProjectClaim;
  amount: string;
  claimed_at: Moment;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_project: BoostProjectTable;
    boost_project_claim: BoostProjectClaimTable;
  }
}
