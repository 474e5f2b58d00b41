import type { Generated } from "kysely";
import type { RewardFact } from "../../../../resources/rewards/facts.ts";
import type { QuestProof } from "../../../../resources/rewards/quest-calls.ts";

/** Rewards a user has collected: a task ("task:…") or quest ("quest:…"), with the day ("2026-11-22") of a daily one. */
interface RewardClaimTable {
  person_id: string;
  subject: string;
  period: string;
  points: number;
  created_at: Generated<Date>;
}

/** A linked page the user opened from the task hub. */
interface RewardVisitTable {
  person_id: string;
  task_id: string;
  period: string;
  opened_at: Generated<Date>;
}

/** Rewarded invitees. A wallet earns points once, even if its account is deleted and created again. */
interface RewardInvitationTable {
  /** SHA-256 of the checksummed address. */
  wallet_hash: Buffer;
  inviter_id: string;
  person_id: string;
  points: number;
  created_at: Generated<Date>;
}

/** An operator's changes to a built-in task, or an operator's own link (with all columns). */
export interface RewardTaskTable {
  id: string;
  title: string | null;
  description: string | null;
  tab: "daily" | "newbie" | null;
  link: string | null;
  points: number;
  active: boolean;
  created_at: Generated<Date>;
}

export interface QuestTable {
  id: string;
  title: string;
  description: string;
  image: string;
  link: string;
  points: number;
  proof: QuestProof;
  /** SHA-256 of the code normalized by `canonicalCode`. */
  code_hash: Buffer | null;
  fact: RewardFact | null;
  goal: number;
  ends_at: Date | null;
  active: boolean;
  created_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    reward_claim: RewardClaimTable;
    reward_visit: RewardVisitTable;
    reward_invitation: RewardInvitationTable;
    reward_task: RewardTaskTable;
    quest: QuestTable;
  }
}
