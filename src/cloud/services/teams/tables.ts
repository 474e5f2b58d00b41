import type { Generated } from "kysely";
import type { AccessCode } from "../../../../resources/access.ts";
import type { Levels } from "../../../../resources/account/levels.ts";

export interface TeamTable {
  id: string;
  name: string;
  owner_id: string;
  /** When the listeners of the first sign-in had all run: samples seeded and the like. */
  welcomed_at: Date | null;
  created_at: Generated<Date>;
}

export interface MembershipTable {
  team_id: string;
  person_id: string;
  type: "INDIVIDUAL" | "COLLABORATION";
  status: Generated<"NORMAL" | "DISABLED">;
  access: Generated<AccessCode[]>;
  levels: Generated<Levels>;
  /** Tokens that state another version are dead. */
  token_version: Generated<number>;
  created_at: Generated<Date>;
}

/** A way into a team, from its making on; once accepted it stands for the member. */
export interface InvitationTable {
  id: string;
  team_id: string;
  type: "WALLET" | "EMAIL" | "LINK";
  /** Checksummed address or lower-case e-mail; empty for a link. */
  target: string;
  /** Of the link <origin>/?inviteCode=<code>. */
  code: string;
  access: Generated<AccessCode[]>;
  levels: Generated<Levels>;
  note: Generated<string>;
  status: "VALID" | "PENDING" | "REJECT" | "DISABLED";
  /** To whom it was shown, or who accepted it. */
  person_id: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
}

/** Of the last day. */
interface InvitationLetterTable {
  team_id: string;
  recipient: string;
  sent_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    team: TeamTable;
    membership: MembershipTable;
    invitation: InvitationTable;
    invitation_letter: InvitationLetterTable;
  }
}
