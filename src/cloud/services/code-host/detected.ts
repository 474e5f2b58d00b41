/**
 * Accounts used to sign in that are not linked to a user: stored for the browser, identified by GitHub's code and the
 * browser's own secret.
 */
import { detectedAccountSeconds } from "../../../../resources/limits.ts";
import type { Db } from "../../engines/database/database.ts";
import { hashOf, secondsFromNow } from "../secrets.ts";
import type { GrantedAccount, RequestDeps } from "./requests.ts";

/** The code and browser of a detected account. */
export interface Shown {
  readonly code: string;
  readonly browser: string;
}

const tokenPurpose = (code: string): string => `GitHub token detected with ${code}`;

export const saveDetected = async (
  { box }: RequestDeps,
  db: Db,
  { code, browser }: Shown,
  { id, login, token }: GrantedAccount,
): Promise<void> => {
  await db.deleteFrom("code_host_detected").where("expires_at", "<", new Date()).execute();
  await db
    .insertInto("code_host_detected")
    .values({
      code_hash: hashOf(code),
      browser_hash: hashOf(browser),
      external_id: id,
      login,
      sealed_token: box.seal(tokenPurpose(code), token),
      expires_at: secondsFromNow(detectedAccountSeconds),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Returns `mismatch` if the account belongs to another browser. */
export const findDetected = async (
  { box }: RequestDeps,
  db: Db,
  { code, browser }: Shown,
): Promise<GrantedAccount | "mismatch" | undefined> => {
  const row = await db
    .selectFrom("code_host_detected")
    .selectAll()
    .where("code_hash", "=", hashOf(code))
    .where("expires_at", ">", new Date())
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.browser_hash.equals(hashOf(browser))) return "mismatch";
  return { id: row.external_id, login: row.login, token: box.open(tokenPurpose(code), row.sealed_token) };
};

export const deleteDetected = async (db: Db, { code, browser }: Shown): Promise<void> => {
  await db
    .deleteFrom("code_host_detected")
    .where("code_hash", "=", hashOf(code))
    .where("browser_hash", "=", hashOf(browser))
    .execute();
};
