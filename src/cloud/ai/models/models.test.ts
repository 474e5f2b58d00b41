import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { pino } from "pino";
import { beforeAll, expect, it } from "vitest";
import { models as resource } from "../../../../resources/ai/models.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { modelServer, sendJson } from "../../../../tests/support/ai/model-server.ts";
import { tinyModelFile } from "../../../../tests/support/ai/tiny-model.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { lateRoute } from "../../../../tests/support/server/late-route.ts";
import { temporaryFolder, testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { callsOf } from "../../../../resources/declare/endpoints.ts";
import { readConfig } from "../../config.ts";
import type { Ai } from "../../engines/ai/ai.ts";
import { readCatalog } from "../../engines/ai/models/catalog.ts";
import { openAi } from "../../engines/ai/open.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { runModelCommand } from "../../model/command.ts";
import { createModels } from "./service.ts";

type Model = Row<typeof resource>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
const path = "/api/rpc/operator/models";
const log = pino({ level: "silent" });
const [smallest] = readCatalog();

let web: TestWeb;
let ai: Ai;
let token: string;
const answering: { routes: readonly Route[] } = { routes: [] };
/** Duties that were woken. */
const woken: string[] = [];

beforeAll(async () => {
  web = await testWeb({
    resources: [resource],
    routes: callsOf(resource).map(({ call }) => lateRoute(call, () => answering.routes)),
    settings: { OPERATORS: operatorKey.address },
  });
  const config = readConfig({ DATA_DIR: await temporaryFolder(), SECRET_KEY: "a-key-of-this-test-0123456789abcdef" });
  ai = await openAi({ ...config, AI_MODEL: "auto" }, log);
  atFileEnd(ai.close);
  const wake = (name: string): void => void woken.push(name);
  const models = createModels({
    engines: { database: web.database, ai },
    config: { ...config, AI_MODEL: "auto" },
    wake,
    log,
  });
  answering.routes = models.routes;
  await models.start();
  reread = () => models.duties.find(({ name }) => name === "Read the AI models")!.run(new AbortController().signal);
  restart = models.start;
  token = (await web.signIn(operatorKey)).accessToken;
});
let reread: () => Promise<unknown>;
let restart: () => Promise<void>;

const list = async (query = ""): Promise<Model[]> => {
  const { status, body } = await web.call(`GET ${path}${query}`, { token });
  expect([status, body]).toMatchObject([200, { data: { items: expect.any(Array) } }]);
  return (body.data as { items: Model[] }).items;
};
const change = (line: string, body?: unknown) => web.call(line, { token, ...(body !== undefined && { body }) });

/** Returns the messages of a refused addition, by field. */
const refusedFields = async (body: object) => {
  const refused = await change(`POST ${path}`, body);
  expect(refused.status).toBe(422);
  return refused.body.data as unknown as object;
};

it("a new instance gets the smallest model, once: a removed one does not come back with the next start", async () => {
  const others = readCatalog().slice(1);
  const available = others.map(({ id }) => ({ id, kind: "CATALOG", state: "available" }));
  expect(await list()).toMatchObject([
    { id: smallest!.id, kind: "CATALOG", state: "fetching", fetched: 0 },
    ...available,
  ]);
  expect((await change(`DELETE ${path}/${smallest!.id}`)).status).toBe(200);
  await restart();
  expect(await list("?state=available")).toHaveLength(others.length + 1);
  expect(ai.upstreams).toEqual([]);
  expect((await change(`POST ${path}/${smallest!.id}/install`)).status).toBe(200);
  await reread();
  expect(await list("?state=fetching")).toMatchObject([{ id: smallest!.id, license: "Apache-2.0" }]);
  expect(woken).toEqual(Array.from({ length: 2 }, () => ["Read the AI models", "Fetch AI models"]).flat());
  expect((await change(`POST ${path}/unknown/install`)).status).toBe(404);
});

it("a file is added under its name, once, and stays on the disk when it is removed", async () => {
  const address = await tinyModelFile();
  const { status, body } = await change(`POST ${path}`, { address });
  expect([status, body.data]).toEqual([200, expect.objectContaining({ kind: "FILE", name: "Tiny", address })]);
  expect(await refusedFields({ address })).toHaveProperty("address");
  await reread();
  expect(await list("?kind=FILE")).toMatchObject([{ name: "Tiny", state: "online", license: "mit" }]);
  expect(await refusedFields({ address: import.meta.filename })).toEqual({
    address: ["Address: It is not a GGUF file, or it is cut off."],
  });
  expect((await change(`POST ${path}`, { address: "relative.gguf" })).status).toBe(422);
  expect((await change(`DELETE ${path}/${(body.data as Model).id}`)).status).toBe(200);
  await reread();
  expect(await list("?kind=FILE")).toEqual([]);
  expect((await change(`POST ${path}`, { address })).status).toBe(200);
});

it("a model server is tried before it is added, and its key is neither shown nor stored in plain text", async () => {
  const server = await modelServer(["house/large"], (_request, response) => sendJson(response, {}));
  const added = await change(`POST ${path}`, { address: server.url, name: "House", key: "very-secret", isFree: false });
  expect(added.body.data).toMatchObject({ kind: "SERVER", name: "House", isFree: false });
  await reread();
  const [shown] = await list("?kind=SERVER");
  expect(shown).toMatchObject({ state: "online", detail: "1 model" });
  expect(JSON.stringify(shown)).not.toContain("very-secret");
  const { rows } = await web.database.pool.query(
    "select encode(sealed_key, 'escape') as key from model where name = 'House'",
  );
  expect((rows[0] as { key: string }).key).not.toContain("very-secret");
  const [upstream] = ai.upstreams.filter(({ name }) => name === "House");
  expect(upstream).toMatchObject({ isFree: false });
  await upstream!.ask("chat/completions", { model: "house/large" }, new AbortController().signal);
  expect(server.requests.at(-1)!.authorization).toBe("Bearer very-secret");
  expect(await refusedFields({ address: "http://127.0.0.1:9/v1" })).toHaveProperty("address");
});

it("only operators see and change them", async () => {
  const other = await web.signIn();
  for (const line of [`GET ${path}`, `POST ${path}/${smallest!.id}/install`, `DELETE ${path}/${smallest!.id}`])
    expect([line, (await web.call(line, { token: other.accessToken })).status]).toEqual([line, 404]);
});

it("the command line lists, installs, adds and removes them", async () => {
  const said: string[] = [];
  const config = readConfig({ DATA_DIR: await temporaryFolder(), SECRET_KEY: "a-key-of-this-test-0123456789abcdef" });
  const run = async (words: string[], options = {}) => {
    said.length = 0;
    const context = { db: web.database.db, config, log, say: (text: string) => void said.push(text) };
    await runModelCommand(context, words, options);
    return said.join("\n");
  };
  await web.database.db.deleteFrom("model").execute();
  expect(await run([])).toContain(`${smallest!.id}  ${smallest!.name}, 99 MB, Apache-2.0: not installed\n`);
  await run(["install", smallest!.id]);
  const address = await tinyModelFile();
  expect(await run(["add", address], { name: "Mine" })).toBe("Added Mine.");
  expect(await run(["list"])).toMatch(new RegExp(`  Mine  ${address}\n${smallest!.id}  .*: waiting\\n`));
  await run(["remove", smallest!.id]);
  expect(await run([])).not.toContain("waiting");
  await expect(run(["install", "unknown"])).rejects.toThrow("No model unknown in the catalog.");
  await expect(run(["remove", "unknown"])).rejects.toThrow("No model unknown here.");
  await expect(run(["fetch", "x"])).rejects.toThrow(/^Usage: npm run model/);
});
