/** Starts a server for users who come through the mini app or a wallet, and merge their accounts. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { afterAll, expect } from "vitest";
import type { Trx } from "../../../src/cloud/engines/database/database.ts";
import { audit } from "../../../src/cloud/billing/ledger/audit.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { callerOf } from "../server/api.ts";
import { testCloud } from "../server/cloud.ts";
import { signIn } from "./sign-in.ts";

export interface MiniUser {
  /** Id in the messaging app. */
  readonly id: number;
  readonly personId: string;
  readonly teamId: string;
  readonly token: string;
}

export const mergingCloud = async (settings: Record<string, string> = {}) => {
  const cloud = await testCloud({ DEVELOPMENT_PAGES: "on", ...settings });
  afterAll(() => expect(cloud.faults).toEqual([]));
  const call = callerOf(cloud.url);
  const { db } = cloud.database;
  const ledger = createLedger();
  const developer = (await signIn(cloud.url, privateKeyToAccount(generatePrivateKey()))).accessToken;

  let lastId = 7_100_000_000;
  let launches = 0;
  const within = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);
  const teamOf = async (personId: string): Promise<string> =>
    (await db.selectFrom("team").select("id").where("owner_id", "=", personId).executeTakeFirstOrThrow()).id;

  /** Opens the mini app as a new user, or as the user with this id. */
  const miniUser = async (id = (lastId += 1)): Promise<MiniUser> => {
    const launched = await call("POST /api/auth/dev/messaging/launch", {
      token: developer,
      body: { user: { id, first_name: "Ada" }, startParam: `launch${(launches += 1)}` },
    });
    const entered = await fetch(`${cloud.url}/api/auth/st-tg`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: (launched.body.data as { initData: string }).initData,
    });
    const { data } = (await entered.json()) as { data: { accessToken: string } };
    const { person_id: personId } = await db
      .selectFrom("person_messaging")
      .select("person_id")
      .where("user_id", "=", BigInt(id))
      .executeTakeFirstOrThrow();
    return { id, personId, teamId: await teamOf(personId), token: `Bearer ${data.accessToken}` };
  };
  const walletUser = async (account = privateKeyToAccount(generatePrivateKey())) => {
    const token = (await signIn(cloud.url, account)).accessToken;
    const { person_id: personId } = await db
      .selectFrom("person_wallet")
      .select("person_id")
      .where("address", "=", account.address)
      .executeTakeFirstOrThrow();
    return { account, token, personId, teamId: await teamOf(personId) };
  };

  const message = (mini: MiniUser, { address }: PrivateKeyAccount) =>
    call(`GET /api/auth/user/merge/${address}/message`, { token: mini.token });
  const signed = async (mini: MiniUser, account: PrivateKeyAccount) => {
    const { body } = await message(mini, account);
    const challenge = body.data as { message: string; nonce: string };
    const signature = await account.signMessage({ message: challenge.message });
    return { address: account.address, nonce: challenge.nonce, signature };
  };
  const send = (mini: MiniUser, body: object) => call("POST /api/auth/user/merge", { token: mini.token, body });
  const merge = async (mini: MiniUser, account: PrivateKeyAccount) => {
    const answer = await send(mini, await signed(mini, account));
    expect([answer.status, answer.body.message]).toEqual([200, "OK"]);
  };

  const join = async ({ personId, token }: { personId: string; token: string }, path = "/api/boost/node/create") => {
    const { status } = await call(`POST ${path}`, { token, body: {} });
    expect(status).toBe(200);
    return nodeOf(personId);
  };
  const nodeOf = (personId: string) =>
    db.selectFrom("boost_node").selectAll().where("person_id", "=", personId).executeTakeFirstOrThrow();
  const available = (teamId: string, unit: "LAND" | "POINT") => ledger.available(db, teamId, unit);
  const givePoints = (teamId: string, amount: bigint) =>
    within((trx) =>
      ledger.post(trx, {
        id: randomUUID(),
        from: { system: "bonus", unit: "POINT" },
        to: { teamId, unit: "POINT" },
        amount,
        reason: "test",
      }),
    );
  const claim = (personId: string, subject: string, points: number, period = "") =>
    db.insertInto("reward_claim").values({ person_id: personId, subject, period, points }).execute();

  /** Checks that points and USDT are the sums of their rows, and that the ledger is balanced. */
  const isSound = async (): Promise<void> => {
    const { rows } = await sql`
      select id from boost_node where total <> coalesce(
        (select sum(amount) from boost_point where node_id = boost_node.id and not is_note), 0)
      union all
      select node_id from boost_usdt_balance where amount <> coalesce(
        (select sum(amount) from boost_usdt where node_id = boost_usdt_balance.node_id), 0)
    `.execute(db);
    expect(rows).toEqual([]);
    expect((await audit(db)).isSound).toBe(true);
  };

  return {
    cloud,
    developer,
    call,
    db,
    ledger,
    within,
    miniUser,
    walletUser,
    message,
    signed,
    send,
    merge,
    join,
    nodeOf,
    available,
    givePoints,
    claim,
    isSound,
  };
};
