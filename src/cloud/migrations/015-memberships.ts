import { sql, type Kysely } from "kysely";

/** Versions of memberships' tokens, so that who joins a team again never gets one twice; and letters that invited somebody. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create sequence membership_token_version as integer start with 2;

    create table invitation_letter (
      team_id uuid not null references team on delete cascade,
      recipient text not null,
      sent_at timestamptz not null default now()
    );
    create index invitation_letter_team on invitation_letter (team_id, sent_at);
    create index invitation_letter_recipient on invitation_letter (recipient, sent_at);
    create index invitation_letter_sent on invitation_letter (sent_at);
  `.execute(db);
};
