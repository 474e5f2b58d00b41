import { vi } from "vitest";
import type { TestDatabase } from "../database/database.ts";

/** Waits for the latest email that a server has stored for an address. */
export const emailIn = (
  { db }: TestDatabase,
  to: string,
  has = "",
): Promise<{ readonly subject: string; readonly body: string }> =>
  vi.waitFor(
    async () => {
      const query = db.selectFrom("mail").select(["subject", "body"]).where("recipient", "=", to);
      const found = await query.where("body", "like", `%${has}%`).orderBy("created_at", "desc").executeTakeFirst();
      if (!found) throw new Error(`No letter to ${to} yet.`);
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );

/** Returns the email's six-digit code. */
export const codeIn = ({ body }: { readonly body: string }): string => /\b\d{6}\b/.exec(body)![0];
