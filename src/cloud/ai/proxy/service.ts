/** The AI RPC: OpenAI's API with keys per team, over all available models, charged by usage. */
import type { Logger } from "pino";
import { aiKeys } from "../../../../resources/ai/keys.ts";
import { aiRequestsPerSecond } from "../../../../resources/ai/limits.ts";
import { listAiModels } from "../../../../resources/ai/model-calls.ts";
import { askAiModel } from "../../../../resources/ai/playground-calls.ts";
import type { Ai, Operation } from "../../engines/ai/ai.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { eventRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { Limits } from "../../kernel/limits/limits.ts";
import { hashOf } from "../../kernel/secrets.ts";
import type { Standing } from "../../billing/standing/service.ts";
import { dropOldCalls } from "./activity.ts";
import { answer, type Paid, type Reply } from "./answer.ts";
import { createBill } from "./bill.ts";
import { describeModel, presentModel, readCatalogue } from "./catalogue.ts";
import { aiKeyPrefix, findKey, type KeyRow, playgroundKeyOf } from "./keys.ts";
import { playgroundEvents } from "./playground.ts";
import { invalidKey, modelNotAllowed, tooFast, unknownModel } from "./problems.ts";
import { readRequest } from "./request.ts";
import { aiKeyRoutes } from "./routes.ts";

/** Requests of each key. */
const rate = { name: "AI keys", max: aiRequestsPerSecond, windowMs: 1000 };

/** Returns whether an item of the price list belongs to a model of some server. */
export { offersModel } from "./catalogue.ts";
export { countAiKeys } from "./keys.ts";

export type AiRpc = ReturnType<typeof createAiRpc>;

export interface AiRpcDeps {
  readonly engines: Pick<Engines, "database"> & { readonly ai: Pick<Ai, "upstreams"> };
  readonly standing: Pick<Standing, "requireNeeds">;
  readonly limits: Pick<Limits, "take">;
  readonly log: Logger;
  /** How long a server can be silent, in milliseconds. */
  readonly timeoutMs?: number;
}

const silenceMs = 60_000;

export const createAiRpc = ({ engines, standing, limits, log, timeoutMs = silenceMs }: AiRpcDeps) => {
  const { database, ai } = engines;
  const { db } = database;
  const bill = createBill(database);

  const keyOf = async (text: string): Promise<KeyRow> => {
    const key = text.startsWith(aiKeyPrefix)
      ? await db.selectFrom("ai_key").selectAll().where("hash", "=", hashOf(text)).executeTakeFirst()
      : undefined;
    if (!key) throw invalidKey();
    return key;
  };
  const allows = ({ models }: Pick<KeyRow, "models">, id: string): boolean =>
    models.length === 0 || models.includes(id);

  const askBy = async (
    key: KeyRow,
    operation: Operation,
    body: unknown,
    { signal, ...callbacks }: { readonly signal: AbortSignal; onEnded?(ended: Paid): void },
  ): Promise<Reply> => {
    if ((await limits.take(rate, key.id)) > 0) throw tooFast();
    const request = readRequest(operation, body);
    const catalogue = await readCatalogue(ai, db);
    const models = request.models.map((id) => {
      const model = catalogue.get(id);
      if (!model) throw unknownModel(id);
      if (!allows(key, id)) throw modelNotAllowed(id);
      return model;
    });
    return answer({ keyId: key.id, models, request, bill, signal, timeoutMs, log, ...callbacks });
  };

  return {
    routes: [
      ...aiKeyRoutes(standing),
      route(listAiModels, async () => [...(await readCatalogue(ai, db)).values()].map(describeModel)),
      eventRoute(askAiModel, async ({ caller: { teamId }, body, gone }) => {
        await standing.requireNeeds(db, teamId, aiKeys);
        const key = await (body.keyId === undefined ? playgroundKeyOf(db, teamId) : findKey(db, teamId, body.keyId));
        return playgroundEvents(body, (requestBody, onEnded) =>
          askBy(key, "chat/completions", requestBody, { signal: gone, onEnded }),
        );
      }),
    ] satisfies readonly Route[],
    /** Lists the models of a key, or all without one. Throws AiProblem. */
    models: async (text: string | undefined): Promise<ReturnType<typeof presentModel>[]> => {
      const key = text === undefined ? { models: [] } : await keyOf(text);
      const catalogue = await readCatalogue(ai, db);
      return [...catalogue.values()]
        .filter(({ card }) => allows(key, card.id) && !card.local?.fetching)
        .map(presentModel);
    },
    /** Answers a request, whole or as a stream. Throws AiProblem. */
    ask: async (text: string, operation: Operation, body: unknown, signal: AbortSignal): Promise<Reply> =>
      askBy(await keyOf(text), operation, body, { signal }),
    duties: [
      { name: "Delete old AI requests", every: "1 h", scope: "cluster", run: () => dropOldCalls(db) },
    ] satisfies readonly Duty[],
  };
};
