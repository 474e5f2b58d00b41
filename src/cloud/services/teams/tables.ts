import type { Generated } from "kysely";
import type { AccessCode } from "../../../../resources/access.ts";
import type { Levels } from "../../../../resources/account/levels.ts";

export interface TeamTable {
  id: string;
  name: string;
  owner_id: string;
  /** When all first-sign-in listeners had run, such as seeding the samples. */
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
  /** Tokens with another version are invalid. */
  token_version: Generated<number>;
  created_at: Generated<Date>;
}

/** An invitation from its creation on; once accepted it represents the member. */
export interface InvitationTable {
  id: string;
  team_id: string;
  type: "WALLET" | "EMAIL" | "LINK";
  /** Checksummed address or lowercase email; empty for a link. */
  target: string;
  /** Code of the link <origin>/?inviteCode=<code>. */
  code: string;
  access: Generated<AccessCode[]>;
  levels: Generated<Levels>;
  note: Generated<string>;
  status: "VALID" | "PENDING" | "REJECT" | "DISABLED";
  /** The user it was shown to, or who accepted it. */
  person_id: string | null;
  expires_at: Date;
  created_at: Generated<Date>;
}

/** Emails of the last day. */
interface InvitationEmailTable {
  team_id: string;
  recipient: string;
  sent_at: Generated<Date>;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    team: TeamTable;
    membership: MembershipTable;
    invitation: InvitationTable;
    invitation_letter: InvitationEmailTable;
  }
}
