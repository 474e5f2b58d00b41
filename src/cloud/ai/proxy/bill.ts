/** Billing of one request: a hold before it is forwarded, a charge by usage when it ends. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { AppError } from "../../kernel/app-error.ts";
import type { Database, Trx } from "../../engines/database/database.ts";
import { checkCaps } from "../../billing/ledger/charges/caps.ts";
import { createLedger } from "../../billing/ledger/create-ledger.ts";
import { recordPaid } from "../../billing/ledger/usage/paid-use.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { limitsOf, type KeyRow } from "./keys.ts";
import { exceeded, usesOf } from "./limits.ts";
import { capReached, inactiveKey, insufficientLand, invalidKey, limitReached } from "./problems.ts";
import { costOf, type ModelPrices, type Tokens } from "./prices.ts";

export interface Reserved {
  readonly callId: string;
  readonly teamId: string;
  readonly keyId: string;
  /** LAND×1e18, the maximum cost. */
  readonly held: bigint;
  readonly startedAt: Date;
}

export interface Ended {
  readonly outcome: "done" | "broken" | "failed";
  readonly model: string;
  readonly prices: ModelPrices;
  readonly tokens: Tokens;
  readonly firstTokenMs: number | null;
  readonly speed: number | null;
}

export type Bill = ReturnType<typeof createBill>;

/** Longer than any request. Holds of a killed process are released afterwards. */
const holdSeconds = 3600;
const ledger = createLedger();

export const createBill = ({ db }: Pick<Database, "db">) => ({
  /** Holds an amount (LAND×1e18). Throws AiProblem if the key's limits, the team's cap or its LAND don't allow it. */
  reserve: (keyId: string, model: string, land: bigint): Promise<Reserved> =>
    db.transaction().execute((trx) => reserve(trx, keyId, model, land)),
  /** Ends the request, once. Returns its cost: never more than the hold. */
  end: (reserved: Reserved, ended: Ended): Promise<bigint> =>
    db.transaction().execute((trx) => end(trx, reserved, ended)),
});

const reserve = async (trx: Trx, keyId: string, model: string, held: bigint): Promise<Reserved> => {
  const startedAt = new Date();
  const key = await lockedKey(trx, keyId);
  const { team_id: teamId } = key;
  if (!key.is_active) throw inactiveKey();
  const period = exceeded(limitsOf(key), (await usesOf(trx, [keyId])).get(keyId)!, held);
  if (period) throw limitReached(period);
  const callId = randomUUID();
  const expiresAt = secondsFromNow(holdSeconds);
  if (held > 0n) {
    // The hold locks the team's account, so that its requests are checked against the caps one by one.
    await hold(trx, { callId, teamId, keyId, model, held, expiresAt });
    await askCaps(trx, teamId, keyId, held);
  }
  const row = { id: callId, key_id: keyId, model, held: held.toString(), expires_at: expiresAt };
  await trx
    .insertInto("ai_call")
    .values({ ...row, first_token_ms: null, speed: null })
    .execute();
  return { callId, teamId, keyId, held, startedAt };
};

const end = async (trx: Trx, reserved: Reserved, ended: Ended): Promise<bigint> => {
  const { callId, teamId, keyId, held } = reserved;
  const { outcome, model, prices, tokens, firstTokenMs, speed } = ended;
  const price = outcome === "failed" ? 0n : costOf(prices, tokens);
  const cost = price < held ? price : held;
  if (held > 0n && cost > 0n) await ledger.capture(trx, callId, cost);
  else if (held > 0n) await ledger.release(trx, callId);
  const isKnown = await trx
    .updateTable("ai_call")
    .set({
      outcome,
      model,
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cost: cost.toString(),
      first_token_ms: firstTokenMs,
      speed,
    })
    .where("id", "=", callId)
    .where("outcome", "=", "open")
    .returning("id")
    .executeTakeFirst();
  // Without its row the key was deleted meanwhile; its usage is charged anyway.
  if (isKnown && cost > 0n) await countDay(trx, keyId, cost);
  const amount = tokens.input + tokens.output;
  if (outcome !== "failed" && amount > 0n)
    await recordPaid(trx, { teamId, resource: "AI_RPC", service: "AI", subject: keyId, amount, land: cost });
  return cost;
};

const lockedKey = async (trx: Trx, keyId: string): Promise<KeyRow> => {
  const key = await trx.selectFrom("ai_key").selectAll().where("id", "=", keyId).forNoKeyUpdate().executeTakeFirst();
  if (!key) throw invalidKey();
  return key;
};

interface Holding {
  readonly callId: string;
  readonly teamId: string;
  readonly keyId: string;
  readonly model: string;
  readonly held: bigint;
  readonly expiresAt: Date;
}

const hold = async (trx: Trx, { callId, teamId, keyId, model, held, expiresAt }: Holding): Promise<void> => {
  try {
    await ledger.hold(trx, {
      id: callId,
      from: { teamId, unit: "LAND" },
      to: { system: "revenue", unit: "LAND" },
      amount: held,
      reason: "usage",
      ref: { resource: "AI_RPC", model, key: keyId },
      expiresAt,
    });
  } catch (error) {
    if (error instanceof AppError && error.code === "INSUFFICIENT_LAND") throw insufficientLand();
    throw error;
  }
};

/** Returns the LAND×1e18 held for pending requests of a team's keys. */
const heldOf = async (trx: Trx, teamId: string, keyId?: string): Promise<bigint> => {
  const { rows } = await sql<{ held: string }>`
    select coalesce(sum(held), 0)::text as held from ai_call join ai_key on ai_key.id = key_id
    where team_id = ${teamId} and outcome = 'open' and expires_at > now() and (${keyId ?? null}::uuid is null or key_id = ${keyId ?? null})
  `.execute(trx);
  return BigInt(rows[0]!.held);
};

const askCaps = async (trx: Trx, teamId: string, keyId: string, held: bigint): Promise<void> => {
  const open = await heldOf(trx, teamId);
  const own = await heldOf(trx, teamId, keyId);
  const charge = { resource: "AI_RPC", hour: 0n, service: "AI", amount: 0n, fromGrants: 0n, priceVersion: 0n } as const;
  const unsettled = [
    { ...charge, subject: keyId, land: own },
    { ...charge, subject: "", land: open - own },
  ];
  try {
    await checkCaps(trx, teamId, { service: "AI", subject: keyId }, { land: held, unsettled });
  } catch (error) {
    if (error instanceof AppError && error.code === "SPEND_CAP_REACHED") throw capReached(error.message);
    throw error;
  }
};

const countDay = async (trx: Trx, keyId: string, land: bigint): Promise<void> => {
  await sql`
    insert into ai_key_day (key_id, day, land)
    values (${keyId}, (clock_timestamp() at time zone 'utc')::date, ${land.toString()}::numeric)
    on conflict (key_id, day) do update set land = ai_key_day.land + excluded.land
  `.execute(trx);
};
