/** Orders, stores and renews TLS certificates of served names, and selects one for each connection. */
import { createSecureContext, type SecureContext } from "node:tls";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { CertificateAuthority } from "../../engines/certificates/certificates.ts";
import type { Db } from "../../engines/database/database.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";

export interface CertificateDeps {
  readonly db: Db;
  readonly authority: CertificateAuthority | undefined;
  /** Encrypts private keys. */
  readonly box: SecretBox;
  readonly log: Logger;
  /** The dashboard's host name, if it uses HTTPS. */
  readonly ownName: string | undefined;
  /** Whether a name is currently served. */
  isServed(name: string): boolean;
}

export type Certificates = ReturnType<typeof createCertificates>;

/** How long a process keeps the lease on a certificate order. */
const leaseSeconds = 900;
const firstRetrySeconds = 900;
const lastRetrySeconds = 86_400;
const contextCacheMs = 60_000;
const messageMax = 400;

export const createCertificates = ({ db, authority, box, log, ownName, isServed }: CertificateDeps) => {
  const contexts = createLookupCache(contextCacheMs, (name) => loadContext(db, box, name));

  const issue = async (
    name: string,
    { newAccountKey, order, directoryUrl }: CertificateAuthority,
  ): Promise<boolean> => {
    try {
      const accountKey = await accountKeyOf(db, box, directoryUrl, newAccountKey);
      const { chain, privateKey, expiresAt, renewAt } = await order(name, accountKey, challengesIn(db));
      const sealed = sealKey(box, name, privateKey);
      const issued = { chain, private_key: sealed, expires_at: expiresAt, next_at: renewAt };
      await save(db, name, { ...issued, failures: 0, message: null });
      contexts.clear();
      return true;
    } catch (error) {
      log.warn({ err: error, name }, "Certificate request failed");
      await recordFailure(db, name, error);
      return false;
    }
  };

  return {
    /** Whether this server orders certificates. */
    isOn: authority !== undefined,
    /** Orders missing and expiring certificates. Returns the number issued. */
    renewDue: async (): Promise<number> => {
      if (!authority) return 0;
      await addMissing(db, ownName);
      let issued = 0;
      for (let due = await claimDue(db, ownName); due !== undefined; due = await claimDue(db, ownName)) {
        if (await issue(due, authority)) issued++;
      }
      return issued;
    },
    /** Returns the TLS context of a name; undefined if the name is not served or has no certificate yet. */
    contextFor: async (name: string): Promise<SecureContext | undefined> =>
      name === ownName || isServed(name) ? contexts.get(name) : undefined,
    /** Returns the response to an ACME challenge; undefined for an unknown token. */
    challengeAnswer: async (token: string): Promise<string | undefined> =>
      (await db.selectFrom("acme_challenge").select("key_authorization").where("token", "=", token).executeTakeFirst())
        ?.key_authorization,
  };
};

const served = (db: Db) =>
  db.selectFrom("domain").select("name").where("state", "=", "valid").where("name", "not like", "*%");

const addMissing = async (db: Db, ownName: string | undefined): Promise<void> => {
  const insert = db.insertInto("certificate");
  await insert
    .columns(["name"])
    .expression(served(db))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (ownName === undefined) return;
  await insert
    .values({ name: ownName })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Leases one due name at a time, because authorities limit the rate of orders. */
const claimDue = async (db: Db, ownName = ""): Promise<string | undefined> => {
  const row = await db
    .updateTable("certificate")
    .set({ next_at: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where("name", "=", (eb) =>
      eb
        .selectFrom("certificate")
        .select("name")
        .where("next_at", "<=", sql<Date>`now()`)
        .where((where) => where.or([where("name", "=", ownName), where("name", "in", served(db))]))
        .orderBy("next_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning("name")
    .executeTakeFirst();
  return row?.name;
};

const save = async (db: Db, name: string, change: object): Promise<void> => {
  await db.updateTable("certificate").set(change).where("name", "=", name).execute();
};

/**
 * Records a failure and schedules the retry: after 15 minutes, doubling up to a day, because authorities block clients
 * with too many failures.
 */
const recordFailure = async (db: Db, name: string, error: unknown): Promise<void> => {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, messageMax);
  const wait = sql<number>`least(${lastRetrySeconds}, ${firstRetrySeconds} * power(2, least(failures, 10)))`;
  await save(db, name, {
    failures: sql`failures + 1`,
    message,
    next_at: sql`now() + make_interval(secs => ${wait})`,
  });
};

/**
 * Returns the ACME account key, or creates one. Concurrent processes use the first stored. A key that can't be
 * decrypted is replaced.
 */
const accountKeyOf = async (
  db: Db,
  box: SecretBox,
  directoryUrl: string,
  make: () => Promise<string>,
): Promise<string> => {
  const stored = () =>
    db.selectFrom("acme_account").select("private_key").where("directory_url", "=", directoryUrl).executeTakeFirst();
  const before = await stored();
  const accountKey = before && openKey(box, directoryUrl, before.private_key);
  if (accountKey !== undefined) return accountKey;
  const sealed = sealKey(box, directoryUrl, await make());
  await db
    .insertInto("acme_account")
    .values({ directory_url: directoryUrl, private_key: sealed })
    .onConflict((conflict) =>
      conflict
        .column("directory_url")
        .doUpdateSet({ private_key: sealed })
        .where("acme_account.private_key", "=", before?.private_key ?? ""),
    )
    .execute();
  return openKey(box, directoryUrl, (await stored())!.private_key)!;
};

const keyPurpose = (of: string): string => `tls ${of}`;

export const sealedCertificateKeys: readonly SealedColumn[] = [
  { table: "certificate", column: "private_key", key: "name", purpose: keyPurpose, isText: true },
  { table: "acme_account", column: "private_key", key: "directory_url", purpose: keyPurpose, isText: true },
];

const sealKey = (box: SecretBox, of: string, key: string): string => box.seal(keyPurpose(of), key).toString("base64");

/** Decrypts a key; undefined if it was sealed with a different secret key. */
const openKey = (box: SecretBox, of: string, sealed: string): string | undefined => {
  try {
    return box.open(keyPurpose(of), Buffer.from(sealed, "base64"));
  } catch {
    return undefined;
  }
};

/** Stores challenges in the database, because the authority can reach a different process than the ordering one. */
const challengesIn = (db: Db) => ({
  put: async (token: string, keyAuthorization: string) => {
    await db
      .insertInto("acme_challenge")
      .values({ token, key_authorization: keyAuthorization })
      .onConflict((conflict) => conflict.column("token").doNothing())
      .execute();
  },
  remove: async (token: string) => {
    await db.deleteFrom("acme_challenge").where("token", "=", token).execute();
  },
});

const loadContext = async (db: Db, box: SecretBox, name: string): Promise<SecureContext | undefined> => {
  const row = await db
    .selectFrom("certificate")
    .select(["chain", "private_key"])
    .where("name", "=", name)
    .where("expires_at", ">", sql<Date>`now()`)
    .executeTakeFirst();
  if (!row?.chain || !row.private_key) return undefined;
  const key = openKey(box, name, row.private_key);
  if (key !== undefined) return createSecureContext({ cert: row.chain, key });
  await save(db, name, { private_key: null, chain: null, expires_at: null, next_at: new Date() });
  return undefined;
};
