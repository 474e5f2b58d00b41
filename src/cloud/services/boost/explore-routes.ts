import type * as z from "zod/mini";
import {
  captcha,
  collectExploration,
  explorationInfo,
  explorationToday,
  explore as exploreCall,
} from "../../../../resources/boost/explore-calls.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Route } from "../route.ts";
import { calledBy } from "./called-by.ts";
import { sixDecimals } from "../../../../resources/boost/micro-amounts.ts";
import { collectFound, explorationOf, exploreNode, type ExplorationRow } from "./explorations.ts";
import { explorationsLeft } from "./explorations-left.ts";
import type { NodeDeps } from "./node-deps.ts";
import { nodeRoute } from "./node-route.ts";
import { nodeOf } from "./nodes.ts";
import { notifyExplored } from "./notify-nodes.ts";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { captchaBits, captchaSeconds } from "../../../../resources/boost/limits.ts";
import { AppError } from "../../app-error.ts";

/** Explores other nodes, protected by a captcha, and collects what was found. */
export const exploreRoutes = ({ clock, captchaBits, messaging }: NodeDeps): Route[] => [
  nodeRoute(captcha, ({ db, caller: { nodeId } }) => giveCaptcha(db, nodeId, clock(), captchaBits)),
  nodeRoute(explorationToday, async ({ db, caller: { nodeId } }) => {
    const left = explorationsLeft(await nodeOf(db, nodeId), clock());
    return { ...left, remain: left.today + left.bought };
  }),
  nodeRoute(exploreCall, async ({ db, caller: { nodeId }, body, headers }) => {
    const at = clock();
    await takeCaptcha(db, nodeId, headers["captcha-response"], at);
    return present(db, await exploreNode(db, { nodeId, exploredId: body.nodeId, at }), at);
  }),
  nodeRoute(explorationInfo, async ({ db, caller: { nodeId }, params }) =>
    present(db, await explorationOf(db, nodeId, params.id!), clock()),
  ),
  nodeRoute(collectExploration, async ({ db, caller: { nodeId }, body: { explorationId } }) => {
    const { collected, total } = await collectFound(db, { nodeId, id: explorationId, at: clock() });
    if (collected > 0n) await notifyExplored(db, messaging, explorationId);
    return { collected: sixDecimals(collected), totalPoint: sixDecimals(total) };
  }),
];

const present = async (
  db: Db,
  row: ExplorationRow,
  at: number,
): Promise<z.input<(typeof explorationInfo)["reply"]>> => {
  const explored = await db
    .selectFrom("boost_node")
    .innerJoin("person", "person.id", "boost_node.person_id")
    .select(["boost_node.protect_expired_at", calledBy("person").as("address")])
    .where("boost_node.id", "=", row.explored_id)
    .executeTakeFirstOrThrow();
  return {
    explorationId: row.id,
    nodeId: row.explored_id,
    address: explored.address,
    points: sixDecimals(BigInt(row.found)),
    isProtected: explored.protect_expired_at > BigInt(at),
    createdAt: Number(row.created_at),
    expiredAt: Number(row.expired_at),
    collectedAt: row.collected_at === null ? null : Number(row.collected_at),
  };
};

interface Captcha {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
  readonly expiredAt: number;
}

const answerPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):(\d{1,16})$/;

/**
 * A self-hosted proof-of-work captcha for one node's exploration: find `counter` so that SHA-256(`salt` + counter, in
 * decimal) starts with `bits` zero bits.
 */
const giveCaptcha = async (db: Db, nodeId: string, at: number, bits = captchaBits): Promise<Captcha> => {
  const captcha = { id: randomUUID(), salt: randomBytes(16).toString("hex"), bits };
  const expiredAt = at + captchaSeconds;
  await db
    .insertInto("boost_captcha")
    .values({ ...captcha, node_id: nodeId, expired_at: expiredAt })
    .execute();
  return { ...captcha, expiredAt };
};

/**
 * Checks an answer (`id:counter`) and consumes its captcha in the same transaction, so it can't be reused. Throws BOOST_CAPTCHA_WRONG for a
 * wrong answer and for a captcha of another node, expired or used.
 */
const takeCaptcha = async (
  trx: Trx,
  nodeId: string,
  answer: string | readonly string[] | undefined,
  at: number,
): Promise<void> => {
  const [, id, counter] = (typeof answer === "string" && answerPattern.exec(answer)) || [];
  if (id === undefined || counter === undefined) throw new AppError("BOOST_CAPTCHA_WRONG");
  const captcha = await trx
    .deleteFrom("boost_captcha")
    .where("id", "=", id)
    .where("node_id", "=", nodeId)
    .where("expired_at", ">", BigInt(at))
    .returning(["salt", "bits"])
    .executeTakeFirst();
  if (!captcha || zeroBits(captcha.salt + counter) < captcha.bits) throw new AppError("BOOST_CAPTCHA_WRONG");
};

const zeroBits = (text: string): number => Math.clz32(createHash("sha256").update(text).digest().readUInt32BE(0));
