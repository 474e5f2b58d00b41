import type { Generated } from "kysely";
import type { RewardFact } from "../../../../resources/rewards/facts.ts";
import type { QuestProof } from "../../../../resources/rewards/quest-calls.ts";

/** What a person has collected: of a task ("task:…") or a quest ("quest:…"), of a day ("2026-11-22") where it is daily. */
interface RewardClaimTable {
  person_id: string;
  subject: string;
  period: string;
  points: number;
  created_at: Generated<Date>;
}

/** A linked page that a person has opened from the task hub. */
interface RewardVisitTable {
  person_id: string;
  task_id: string;
  period: string;
  opened_at: Generated<Date>;
}

/** Invited people whose points were collected. A wallet brings points once, also after its account was deleted and made again. */
interface RewardInvitationTable {
  /** SHA-256 of the checksummed address. */
  wallet_hash: Buffer;
  inviter_id: string;
  person_id: string;
  points: number;
  created_at: Generated<Date>;
}

/** What an operator has set of a built-in task, or a link of the operator's own (which has all columns). */
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
  /** SHA-256 of the code as `canonicalCode` writes it. */
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
