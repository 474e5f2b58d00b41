/** Runs Boost over HTTP with real users, teams and ledger, and a clock that tests move. */
import { createHash, randomInt, randomUUID } from "node:crypto";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from "viem/accounts";
import { boostCalls } from "../../../resources/boost/calls.ts";
import type { CallLine } from "../../../resources/declare/define.ts";
import { operatorResources } from "../../../resources/operators.ts";
import { AppError } from "../../../src/cloud/kernel/app-error.ts";
import type { Engines } from "../../../src/cloud/engines/engines.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { createBoost, partnerHostOf, type BoostService } from "../../../src/cloud/boost/service.ts";
import { createBot, createMessaging } from "../../../src/cloud/account/messaging/service.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { createSecretBox } from "../../../src/cloud/kernel/secret-box.ts";
import { testWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";

const unit = 10n ** 18n;
/** Boost resources for operators. */
const operated = operatorResources.filter(({ name }) => /^(operator-)?boost-/.test(name));

interface Puzzle {
  readonly id: string;
  readonly salt: string;
  readonly bits: number;
}

/** Solves the proof of work by trying. */
export const solved = (puzzle: Puzzle): string => answer(puzzle, true);
/** Returns a counter that is not a solution. */
export const unsolved = (puzzle: Puzzle): string => answer(puzzle, false);

const answer = ({ id, salt, bits }: Puzzle, solves: boolean): string => {
  for (let counter = 0; ; counter += 1) {
    const digest = createHash("sha256").update(`${salt}${counter}`).digest();
    if ((digest.readUInt32BE(0) >>> (32 - bits) === 0) === solves) return `${id}:${counter}`;
  }
};

export type BoostNode = Awaited<ReturnType<BoostWeb["join"]>>;

export type BoostWeb = Awaited<ReturnType<typeof boostWeb>>;

/** `engines`: engines that a test needs in addition to the database. */
export const boostWeb = async (engines: Partial<Engines> = {}, settings: Record<string, string> = {}) => {
  const made: { boost?: BoostService } = {};
  const lazily = (call: CallLine): Route => lateRoute(call, () => made.boost!.routes);
  const nodeTokens = { verify: (token: string) => made.boost!.tokens.verify(token) };
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const ofOperators = operated.flatMap(({ calls, actions = {} }) => [
    ...Object.values(calls),
    ...Object.values(actions).map(({ call }) => call),
  ]);
  const web = await testWeb({
    resources: operated,
    calls: boostCalls,
    routes: [...boostCalls.map(({ call }) => call), ...ofOperators].map(lazily),
    nodeTokens,
    settings: { OPERATORS: operatorKey.address, ...settings },
  });
  const { database, auth, teams, notices } = web;
  const ledger = createLedger();
  const beginning = Math.floor(Date.now() / 1000);
  let now = beginning;
  /** Facts that hosting and billing would know about teams; tests set them. */
  const records = {
    activated: new Set<string>(),
    deposited: new Set<string>(),
    unlocked: new Set<string>(),
    projects: new Map<string, number>(),
  };
  const log = pino({ level: "silent" });
  const bot = createBot({ webhookSecret: async () => "secret" });
  const evm = { onBlocks: () => () => undefined, ...engines.evm };
  const given = { ...engines, evm, database } as Engines;
  const dashboardUrl = (): string => web.url;
  const parts = {
    engines: given,
    ledger,
    auth,
    teams,
    bot,
    messaging: createMessaging({ engines: given, auth, bot, log, dashboardUrl }),
    notices,
    miniPayments: {
      prepareOrder: async () => {
        throw new AppError("MINI_ASSET_OFF"); // No bot.
      },
    },
    records: {
      isActivated: async (_: unknown, teamId: string) => records.activated.has(teamId),
      hasDeposited: async (_: unknown, teamId: string) => records.deposited.has(teamId),
      qualifiedSince: async (_: unknown, personIds: readonly string[]) =>
        new Map(personIds.filter((id) => records.unlocked.has(id)).map((id) => [id, beginning])),
      projects: async (_: unknown, teamId: string) => ({
        projects: records.projects.get(teamId) ?? 0,
        deployments: records.projects.get(teamId) ?? 0,
      }),
    },
    box: createSecretBox({ DATA_DIR: ".", SECRET_KEY: "of the test" }),
    partnerHost: partnerHostOf({ PARTNER_URL: settings["PARTNER_URL"], PARTNER_KEY: settings["PARTNER_KEY"] }),
    log,
    dashboardUrl,
    clock: () => now,
    captchaBits: 6,
  };
  const boost = createBoost(parts);
  made.boost = boost;

  /** Signs in a new user, or the holder of a key, and joins with their node. */
  const join = async (code?: string, account?: PrivateKeyAccount) => {
    const user = await web.signIn(account);
    // From a separate address, because these tests don't cover limits by address.
    const headers = { "x-forwarded-for": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const create = { token: user.accessToken, body: { code }, headers };
    const { body } = await web.call("POST /api/boost/node/create", create);
    const { token } = body.data as { token: string };
    /** Calls Boost as this node: `ask("PUT /node/claim")`. */
    const ask = async (line: string, sent?: unknown, headers: Record<string, string> = {}) => {
      const [method, path] = line.split(" ") as [string, string];
      return web.call(`${method} /api/boost${path}`, { token, body: sent, headers });
    };
    const node = await boost.tokens.verify(token);
    /** Requests a captcha, solves it, and returns the header for an exploration. */
    const captcha = async (): Promise<Record<string, string>> => {
      const { data } = (await ask("GET /captcha")).body;
      return { "captcha-response": solved(data as Puzzle) };
    };
    /** Returns the data of a call that must succeed. */
    const data = async <T = Record<string, never>>(line: string, sent?: unknown, headers = {}): Promise<T> => {
      const { status, body, text } = await ask(line, sent, headers);
      if (status !== 200) throw new Error(`${line}: ${status} ${text}`);
      return body.data as T;
    };
    return { ...user, token, ask, data, captcha, nodeId: node!.nodeId };
  };

  let operatorToken: Promise<string> | undefined;
  /** Calls as the operator: `operator("GET /api/boost/operator/withdrawals")`. */
  const operator = async (line: string, body?: unknown) => {
    operatorToken ??= web.signIn(operatorKey).then(({ accessToken }) => accessToken);
    return web.call(line, { token: await operatorToken, body });
  };

  return {
    ...web,
    operator,
    boost,
    ledger,
    bot: parts.bot,
    box: parts.box,
    records,
    join,
    now: () => now,
    /** Moves Boost's clock. */
    advance: (seconds: number): void => void (now += seconds),
    /** Credits whole LAND to a team's balance. */
    giveLand: (teamId: string, land: bigint) =>
      database.db.transaction().execute((trx) =>
        ledger.post(trx, {
          id: randomUUID(),
          from: { system: "world", unit: "LAND" },
          to: { teamId, unit: "LAND" },
          amount: land * unit,
          reason: "Deposit",
        }),
      ),
  };
};
