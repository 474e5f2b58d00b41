/** Models behind OpenAI's API: cards, a key with a limit and the official client, the playground, and a model's page. */
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { randomUUID } from "node:crypto";
import OpenAI from "openai";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { readCatalog } from "../../../src/cloud/engines/ai/models/catalog.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterAsNewUser, enterWithKey } from "../../support/account/enter.ts";
import { modelServer, sendEvents, sendJson } from "../../support/ai/model-server.ts";
import { tinyModelFile } from "../../support/ai/tiny-model.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { dayThatLasts } from "../../support/day.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { choose, chosen } from "../../support/browser/select.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { heading } from "../../support/account/visitor.ts";

const writer = "house/writer";
const free = "house/free";
const embedder = "house/embed-small";
const [local] = readCatalog();
const usage = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 };
const piece = (content: string) => ({ choices: [{ index: 0, delta: { content } }] });
const written = ["## A title\n\n", "With **force** and <b id=evil>no tags</b>.\n\n", "```js\nlet a = 1;\n```\n"];

const server = await modelServer([writer, free, embedder], ({ body }, response) => {
  const said = JSON.stringify((body["messages"] as unknown[]).at(-1));
  if (said.includes("out of memory") && body["model"] === writer)
    return sendJson(response, { error: { message: "Out of memory." } }, 500);
  if (said.includes("forever")) return sendEvents(response, [piece("On and on")], false);
  if (!body["stream"])
    return sendJson(response, { choices: [{ index: 0, message: { role: "assistant", content: "Written." } }], usage });
  return sendEvents(response, [...written.map(piece), { choices: [], usage }, "[DONE]"]);
});
const file = join(tmpdir(), `upstreams-${randomUUID()}.json`);
const house = { name: "House", url: server.url, key: "house-key", models: [writer] };
await writeFile(file, JSON.stringify([house, { ...house, name: "Free house", models: [free, embedder], free: true }]));

const operatorKey = privateKeyToAccount(generatePrivateKey());
/** A hub that has sent a quarter of the file and sends the rest too slowly to see its end. */
const hub = createServer((_request, response) => {
  response.writeHead(206).write(Buffer.alloc(local!.bytes / 4));
  const rest = setInterval(() => response.write("."), 1000);
  response.on("close", () => clearInterval(rest));
});
await new Promise<void>((resolve) => hub.listen(0, "127.0.0.1", resolve));
atFileEnd(async () => {
  hub.closeAllConnections();
  hub.close();
});
const { url, database } = await faultlessCloud({
  AI_UPSTREAMS_FILE: file,
  AI_MODEL: "auto",
  OPERATORS: operatorKey.address,
  AI_HUB: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
});
const perToken = { resource: "AI_RPC" as const, item: writer, land: landUnit.toString(), per: "1" };
await database.db
  .insertInto("resource_price")
  .values({ ...perToken, starts_at: new Date(0) })
  .execute();

const enter = async (page: Page, land = 0n) => {
  await enterAsNewUser(page, url);
  if (land === 0n) return;
  const token = await page.evaluate(() => localStorage.getItem("token")!);
  const teams = await fetch(`${url}/api/auth/cooperation/teams`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await teams.json()) as { data: { items: { teamId: string }[] } };
  await depositLand(database.db, data.items[0]!.teamId, land * landUnit);
};

const takeKey = async (page: Page): Promise<string> => {
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("It won't be shown again.");
  const key = await dialog.locator("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  return key;
};

const ask = (apiKey: string) =>
  new OpenAI({ apiKey, baseURL: `${url}/api/v1`, maxRetries: 0 }).chat.completions.create({
    model: writer,
    messages: [{ role: "user", content: "Write." }],
    max_tokens: 20,
  });

test("a key with a limit: shown once, used by the official client, listed in its activity, reset and deleted", async ({
  page,
}) => {
  await dayThatLasts(3);
  await enter(page, 1_000_000n);
  await page.goto(`${url}/ai-rpc`);
  const cards = page.getByRole("list", { name: "Models" }).getByRole("article");
  await expect(cards).toHaveCount(4);
  await page.getByLabel("Search models").fill("writer");
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText("$1.00 · 1 M LAND");
  await expect(cards).toContainText("Online");
  await page.getByLabel("Search models").fill("");
  await page.getByLabel("Capability").selectOption("Embeddings");
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole("link", { name: "View details" })).toBeVisible();
  await page.getByLabel("Source").selectOption("On this server");
  await expect(page.getByText("No matching models")).toBeVisible();
  await page.getByLabel("Capability").selectOption("All capabilities");
  await expect(cards).toContainText([/Hugging Face.*Fetching, 25%.*93\.8 MB.*Apache-2\.0/]);
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("tab", { name: "Keys" }).click();
  await page.getByRole("button", { name: "Create AI key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create AI key" }).click();
  await expect(dialog.getByText("Name is required.")).toBeVisible();
  await dialog.getByLabel("Name").fill("bot");
  await dialog.getByLabel("Limit per day").fill("0.0003");
  await page.reload();
  await page.getByRole("button", { name: "Create AI key" }).first().click();
  await expect(dialog.getByLabel("Limit per day")).toHaveValue("0.0003");
  await dialog.getByText("Selected models").click();
  await dialog.getByRole("checkbox", { name: writer }).check();
  expect(await complaintsAbout(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create AI key" }).click();
  await dialog.getByText("Python").click();
  const secret = await dialog.locator("code").innerText();
  await expect(dialog.getByLabel("Python example", { exact: true })).toContainText(
    `api_key="${secret}", base_url="${url}/api/v1"`,
  );
  await expect(dialog.getByLabel("Python example", { exact: true })).toContainText(`model="${writer}"`);
  expect(await complaintsAbout(page)).toEqual([]);
  const key = await takeKey(page);

  expect((await ask(key)).choices[0]!.message.content).toBe("Written.");
  await page.getByRole("link", { name: "bot" }).click();
  await expect(heading(page, "bot")).toBeVisible();
  await expect(page.getByText("$0.00025 of $0.0003 left, resets at midnight")).toBeVisible();
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("40 / 10");
  await expect(page.getByRole("table", { name: "Activity" })).toContainText("50 LAND");
  await expect(page.getByRole("row", { name: /house\/writer 1 40 \/ 10 <\$0\.0001 · 50 LAND/ })).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Cost by model .* house\/writer: highest \$0\.00005, latest \$0\.00005\./ }),
  ).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ai-usage-.*\.csv$/);
  expect(await textOf(await download.createReadStream())).toContain(`,bot,${writer},1,0,40,10,50.000000000000000000,`);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Limit per day").fill("0.00006");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
  await expect(ask(key)).rejects.toMatchObject({ status: 402, code: "daily_limit_reached" });
  await page.getByRole("button", { name: "Reset key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  const other = await takeKey(page);
  await expect(ask(key)).rejects.toMatchObject({ status: 401, code: "invalid_api_key" });
  await expect(ask(other)).rejects.toMatchObject({ status: 402 });

  await page.getByRole("button", { name: "Delete key" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("bot");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  await expect(ask(other)).rejects.toMatchObject({ status: 401 });
});

test("the playground streams, shows the cost before and after, stops, and keeps the draft over errors and reloads", async ({
  page,
}) => {
  await enter(page, 2000n);
  await page.goto(`${url}/ai-rpc/model/${encodeURIComponent(writer)}`);
  await expect(heading(page, writer)).toBeVisible();
  await page.getByRole("link", { name: "Try in playground" }).click();
  const question = page.getByLabel("Your question");
  const talk = page.getByRole("log");
  await expect(chosen(page, /^Model$/)).toContainText(writer);

  await question.fill("Write something");
  await expect(page.getByText(/^Up to \$0\.004\d is reserved/)).toBeVisible();
  await question.press("Enter");
  await expect(talk.getByText("Balance too low", { exact: true })).toBeVisible();
  await expect(talk.getByRole("link", { name: "Deposit" })).toBeVisible();
  await talk.getByRole("button", { name: "Edit question" }).click();
  await expect(question).toHaveValue("Write something");

  await page.getByLabel("Max tokens").fill("100");
  await expect(page.getByText(/^Up to \$0\.000\d is reserved/)).toBeVisible();
  await question.press("Enter");
  await expect(talk.getByRole("heading", { name: "A title" })).toBeVisible();
  await expect(talk.getByText("40 tokens read, 10 tokens written · <$0.0001 · 50 LAND")).toBeVisible();
  await expect(talk.getByText("<b id=evil>no tags</b>")).toBeVisible();
  expect(await page.locator("#evil").count()).toBe(0);
  expect(await complaintsAbout(page)).toEqual([]);

  await question.fill("And now forever");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(talk.getByText("On and on")).toBeVisible();
  await question.fill("Typed meanwhile");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(talk.getByText("Stopped.")).toBeVisible();
  await expect(question).toHaveValue("Typed meanwhile");

  await choose(page, /^Model$/, free);
  await expect(page.getByText("This model is free.")).toBeVisible();
  await question.fill("What is LAND?");
  await question.press("Enter");
  await expect(talk.getByRole("heading", { name: "A title" })).toHaveCount(2);
  await expect(talk.getByText(/written · Free/)).toBeVisible();
  await question.fill("Half a question");
  await page.reload();
  await expect(question).toHaveValue("Half a question");
  await expect(talk.getByText("Stopped.")).toBeVisible();

  await page.getByRole("tab", { name: "Activity" }).click();
  const requests = page.getByRole("table", { name: "Requests" });
  await expect(requests.getByText("Playground")).toHaveCount(3);
  await page.getByLabel("Model", { exact: true }).selectOption(writer);
  await expect(requests.getByText("Playground")).toHaveCount(2);
  await expect(page.getByRole("table", { name: "Usage by key" }).getByRole("row")).toHaveText([/Key/, /^Playground3/]);
  await page.getByText("By model").click();
  await expect(page.getByRole("table", { name: "Usage by model" }).getByRole("row")).toHaveCount(3);

  await page.getByRole("tab", { name: "Playground" }).click();
  await choose(page, /^Model$/, writer);
  await page.getByText("Compare two").click();
  await choose(page, "Compare with", free);
  const [left, right] = [writer, free].map((name) => page.getByRole("log", { name: `Conversation with ${name}` }));
  await question.fill("Write something");
  await expect(page.getByText(/ is reserved for both\./)).toBeVisible();
  await question.press("Enter");
  await expect(left!.getByText("10 tokens written · <$0.0001 · 50 LAND")).toBeVisible();
  await expect(right!.getByText(/10 tokens written · Free/)).toBeVisible();
  await question.fill("Run out of memory");
  await question.press("Enter");
  await expect(right!.getByRole("heading", { name: "A title" })).toHaveCount(2);
  await expect(left!.getByText("No server is available for this model")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await right!.getByRole("button", { name: "Edit question" }).click();
  await expect(question).toHaveValue("Run out of memory");
  for (const side of [left!, right!]) await expect(side.getByRole("heading", { name: "A title" })).toHaveCount(1);
  await page.getByText("One model").click();
  await expect(talk.getByText("Stopped.")).toBeVisible();
});

test("on a phone the models, a model and the playground fit, and advanced settings are collapsed", async ({
  openProfile,
}) => {
  const page = await (await openProfile({ viewport: { width: 390, height: 844 } })).newPage();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await enter(page);
  await page.goto(`${url}/ai-rpc/model/${local!.id}`);
  await expect(page.getByText("It is being fetched and answers when that is done.")).toBeVisible();
  await expect(page.getByText("Fetching, 25%")).toBeVisible();
  await expect(page.getByText("Apache-2.0")).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.goto(`${url}/ai-rpc/model/${encodeURIComponent(free)}`);
  await expect(heading(page, free)).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("link", { name: "Try in playground" }).click();
  await expect(page.getByLabel("System prompt")).toBeHidden();
  await page.getByText("Key, system prompt and parameters").click();
  await expect(page.getByLabel("System prompt")).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByLabel("Your question").fill("What is LAND?");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByRole("heading", { name: "A title" })).toBeVisible();
  await page.getByText("Compare two").click();
  const sides = page.getByRole("log");
  await expect(sides).toHaveCount(2);
  const [above, below] = await Promise.all([0, 1].map((index) => sides.nth(index).boundingBox()));
  expect(below!.y).toBeGreaterThan(above!.y + above!.height);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("tab", { name: "Models" }).click();
  await expect(page.getByRole("list", { name: "Models" })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page.getByRole("table", { name: "Usage by key" })).toContainText("Playground");
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("tab", { name: "Keys" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await complaintsAbout(page)).toEqual([]);
});

test("operators follow a model that is fetched, remove and install it, add a file, and connect a server", async ({
  page,
}) => {
  await enterWithKey(page, url, operatorKey);
  await page.goto(`${url}/operator/models`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await expect(row(local!.name)).toContainText(/25%, .*\/s, .* left/);
  expect(await complaintsAbout(page)).toEqual([]);
  const act = async (name: string, action: string) => {
    await row(name).getByRole("button", { name: "Actions" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await act(local!.name, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row(local!.name)).toContainText("Not installed");
  await act(local!.name, "Install");
  await expect(row(local!.name)).toContainText("%");

  const add = async (address: string, name = "") => {
    await page.getByRole("button", { name: "Add model" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Address").fill(address);
    await dialog.getByRole("textbox", { name: /^Name( \(|$)/ }).fill(name);
    await dialog.getByRole("button", { name: /^(Add|Create)/ }).click();
  };
  await add(import.meta.filename);
  await expect(page.getByText("Address: It is not a GGUF file, or it is cut off.")).toBeVisible();
  await page.keyboard.press("Escape");
  await add(await tinyModelFile());
  await expect(row("Tiny")).toContainText("Online");
  await add(server.url, "Another house");
  await expect(row("Another house")).toContainText("3 models");
  expect(await complaintsAbout(page)).toEqual([]);
});
