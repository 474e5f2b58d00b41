import { sql, type Kysely } from "kysely";

/**
 * The signing key is sealed: the next start seals the one that is there and clears `private_jwk`. A used refresh token keeps what it was
 * traded for, sealed with itself, so that all tabs that trade it at once get the same.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    alter table signing_key add column sealed bytea;
    alter table signing_key alter column private_jwk drop not null;
    alter table signing_key add constraint signing_key_kept check ((private_jwk is null) <> (sealed is null));
    alter table refresh_token add column sealed_successor bytea;
  `.execute(db);
};
