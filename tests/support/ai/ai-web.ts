/**
 * Starts the AI RPC on a test server with a local model and simulated model servers, whose model names determine
 * their behavior.
 */
import OpenAI from "openai";
import { pino } from "pino";
import { aiKeyCalls, aiRequests, aiTeamRequests, type AiRequest } from "../../../resources/ai/key-calls.ts";
import { aiKeys } from "../../../resources/ai/keys.ts";
import { callsOf } from "../../../resources/declare/endpoints.ts";
import type { CallLine, Resource } from "../../../resources/declare/define.ts";
import type { Ai } from "../../../src/cloud/engines/ai/ai.ts";
import { openRemoteModels } from "../../../src/cloud/engines/ai/remote.ts";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { registerAiApi } from "../../../src/cloud/ai/proxy/api.ts";
import { createAiRpc } from "../../../src/cloud/ai/proxy/service.ts";
import { createLimits } from "../../../src/cloud/kernel/limits/limits.ts";
import type { Route } from "../../../src/cloud/kernel/calls/route.ts";
import { fixedModel } from "./fixed-model.ts";
import { modelServer, sendEvents, sendJson, type ModelRequest } from "./model-server.ts";
import { depositLand, landUnit as unit } from "../billing/paying-team.ts";
import { openStanding } from "../billing/unlocks.ts";
import { testWeb } from "../server/web.ts";
import { lateRoute } from "../server/late-route.ts";

const silent = pino({ level: "silent" });
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const said = (content: string) => ({
  choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
});
const piece = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const thought = { choices: [{ index: 0, delta: { reasoning_content: "Let me see." } }] };
const end = { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };

/** Answers "Hello" (10 input and 5 output tokens), or behaves as the model's name says. */
const answerAs = ({ body, path }: ModelRequest, response: Parameters<typeof sendJson>[0]): void => {
  if (path === "/v1/embeddings" && body["model"] === "pathless") return sendJson(response, { error: {} }, 501);
  if (path === "/v1/embeddings")
    return sendJson(response, { data: [{ index: 0, embedding: [0.5] }], usage: { prompt_tokens: 4 } });
  switch (body["model"]) {
    case "refusing":
      return sendJson(response, { error: { message: "No such temperature.", code: "bad_value" } }, 400);
    case "dying":
      sendEvents(response, [piece("Once"), piece(" upon")], false);
      return void setImmediate(() => response.destroy());
    case "failing":
      return sendEvents(response, [piece("Once"), { error: { message: "Out of memory.", code: "oom" } }]);
    case "endless":
      return sendEvents(response, [piece("and"), piece(" on")], false);
    case "silent":
      return sendEvents(response, [], false);
    case "hung":
      return undefined;
    case "garbled":
      return void response.writeHead(200, { "content-type": "application/json" }).end("<html>");
    case "busy":
      return sendJson(response, { error: {} }, 429);
    case "unmarked":
      return sendEvents(response, [piece("Hello"), end, { choices: [], usage }]);
    case "half":
      return sendEvents(response, [piece("Hello"), end]);
    case "nulls":
      return sendEvents(response, [
        { ...piece("Hel"), error: null },
        { ...piece("lo"), error: {} },
        { ...end, error: { message: "", code: null } },
        "[DONE]",
      ]);
    case "late":
      return sendEvents(response, [piece("Hello"), end, { error: { message: "Metrics are unavailable." } }]);
    case "split": {
      const lines = JSON.stringify(piece("Hello"), null, 1).replaceAll("\n", "\r\ndata: ");
      response.writeHead(200, { "content-type": "text/event-stream" });
      return void response.end(`: hi\r\ndata: ${lines}\r\n\r\ndata: ${JSON.stringify(end)}\ndata: [DONE]\n`);
    }
    case "overloaded":
      return sendJson(response, { error: { message: "Provider is overloaded.", code: 529 } });
    case "digits":
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify(said("Hello")).replace("{", '{"seed":18446744073709551615,"p":1.10,'));
    case "whole":
      return sendJson(response, { ...said("All at once"), usage });
    default:
  }
  if (body["stream"])
    return sendEvents(response, [thought, piece("He"), piece("llo"), end, { choices: [], usage }, "[DONE]"]);
  return sendJson(response, { ...said("Hello"), model: body["model"], usage });
};

const priced = [
  "paid",
  "dying",
  "failing",
  "endless",
  "silent",
  "hung",
  "garbled",
  "whole",
  "unmarked",
  "half",
  "nulls",
  "late",
  "split",
  "overloaded",
  "digits",
  "refusing",
  "busy",
  "pathless",
  "both",
  "stuck",
  "down",
];
const keysPath = "/api/rpc/rpc/ai/manager/keys";

/** Models cost 2 LAND per token, and "paid" 10 per output token. The clock is stopped for the limit per second. */
export const aiWeb = async () => {
  const server = await modelServer([...priced.filter((id) => id !== "down"), "unpriced"], answerAs);
  // First choice of "both": it fails, and hangs for "stuck".
  const broken = await modelServer(["both", "stuck", "down"], ({ body }, response) =>
    body["model"] === "stuck" ? undefined : sendJson(response, { error: {} }, 500),
  );
  const remote = (name: string, url: string) => openRemoteModels({ name, url, key: "secret", free: false }, silent);
  const ai: Pick<Ai, "upstreams"> = {
    upstreams: [remote("broken", broken.url), remote("good", server.url), fixedModel],
  };
  const answering: { routes: readonly Route[] } = { routes: [] };
  const resources: readonly Resource[] = [aiKeys, aiRequests, aiTeamRequests];
  const lines: CallLine[] = [...resources.flatMap(callsOf), ...aiKeyCalls].map(({ call }) => call);
  let aiRpc: ReturnType<typeof createAiRpc> | undefined;
  const web = await testWeb({
    resources,
    calls: aiKeyCalls,
    routes: lines.map((call) => lateRoute(call, () => answering.routes)),
    http: ({ app, onFault }) => {
      const late: Parameters<typeof registerAiApi>[1]["aiRpc"] = {
        models: (key) => aiRpc!.models(key),
        ask: (...requests) => aiRpc!.ask(...requests),
      };
      registerAiApi(app, { aiRpc: late, onFault });
    },
  });
  const standing = openStanding();
  /** A second instance of the service, as in another process of the server. */
  const logged: { readonly msg: string; readonly status?: number }[] = [];
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line) as (typeof logged)[number]) });
  const another = () =>
    createAiRpc({
      engines: { database: web.database, ai },
      standing,
      log,
      timeoutMs: 2000,
      limits: createLimits({ now: () => 0 }),
    });
  aiRpc = another();
  answering.routes = aiRpc.routes;
  const prices = priced.map((item) => ({ item, land: 2n * unit }));
  prices.push({ item: "paid#output", land: 10n * unit });
  const rows = prices.map(({ item, land }) => ({ item, land: land.toString(), per: "1", starts_at: new Date(0) }));
  await web.database.db
    .insertInto("resource_price")
    .values(rows.map((row) => ({ resource: "AI_RPC" as const, ...row })))
    .execute();

  /** Creates an activated user with this many LAND. */
  const newUser = async (land = 0n) => {
    const user = await web.signIn();
    if (land > 0n) await depositLand(web.database.db, user.teamId, land * unit);
    const ask = (line: string, body?: unknown) =>
      web.call(line, { token: user.accessToken, ...(body !== undefined && { body }) });
    const newKey = async (input: object = {}) => {
      const { body } = await ask(`POST ${keysPath}`, { name: "program", ...input });
      const { id, key } = body.data as { id: string; key: string };
      return { id, key, client: new OpenAI({ apiKey: key, baseURL: `${web.url}/api/v1`, maxRetries: 0 }) };
    };
    const left = async () =>
      (await createLedger().balances(web.database.db, user.teamId)) as { balance: bigint; held: bigint };
    const activity = async (
      id: string,
      query = "",
    ): Promise<{ readonly items: readonly AiRequest[]; readonly total: number }> =>
      (await ask(`GET /api/rpc/rpc/ai/manager/activities/${id}${query}`)).body.data;
    return { ...user, ask, newKey, left, activity };
  };
  return { web, server, newUser, keysPath, another, logged };
};

/** Returns the error that the official client throws. */
export const refusalOf = (asking: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> =>
  asking.then(
    () => Promise.reject(new Error("It was answered.")),
    (error) => error as InstanceType<typeof OpenAI.APIError>,
  );
