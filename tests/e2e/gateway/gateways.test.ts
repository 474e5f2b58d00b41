import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";

let url: string;
let port: number;
beforeAll(async () => {
  ({ url, port } = await testCloud());
});

/** A CID that contains its bytes: every server can serve it. */
const hello = "bafkqabtimvwgy3yk";
const at = (name: string, path: string, headers = {}) =>
  ask(port, `${name}.localhost:${port}`, path, { headers: { "user-agent": "orchard-app/1", ...headers } });

test("a gateway is created, requested, monitored, given rules and a default page, and deleted by typing its name", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/gateway/list`);
  await expect(page.getByText("No gateways yet")).toBeVisible();
  await createGateway(page, "orchard");
  expect(await complaintsAbout(page)).toEqual([]);

  expect((await at("orchard", `/ipfs/${hello}`)).body.toString()).toBe("hello\n");
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("table", { name: "Top CIDs" })).toContainText(hello, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("table", { name: "Clients" })).toContainText("orchard-app");

  await page.getByRole("tab", { name: "Settings" }).click();
  await save(page, "Default page", () => page.getByLabel("Content", { exact: true }).fill("nonsense"));
  await expect(page.getByText("Default page: enter a path such as")).toBeVisible();
  await save(page, "Default page", () => page.getByLabel("Content", { exact: true }).fill(`/ipfs/${hello}`));
  await expect(page.getByText("Saved", { exact: true }).last()).toBeVisible();
  await expect.poll(async () => (await at("orchard", "/")).body.toString()).toBe("hello\n");
  await save(page, "Origins", () => page.getByLabel("Allowed origins").fill("https://shop.example\n*.orchard.example"));
  await expect
    .poll(async () => (await at("orchard", `/ipfs/${hello}`, { origin: "https://evil.example" })).status)
    .toBe(403);
  expect((await at("orchard", `/ipfs/${hello}`, { origin: "https://shop.example" })).status).toBe(200);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("button", { name: "Delete gateway" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("orchard");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No gateways yet")).toBeVisible();
  await expect.poll(async () => (await at("orchard", `/ipfs/${hello}`)).status).toBe(404);
});

test("a private gateway needs a token, which is shown once; a taken name is reported while typing", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/gateway/list`);
  await createGateway(page, "hidden-one", "Private");
  expect((await at("hidden-one", `/ipfs/${hello}`)).status).toBe(401);

  await page.goto(`${url}/gateway/auth-token`);
  await page.getByRole("button", { name: "Create gateway auth token" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("shop server");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  const token = (await page.getByText(/^fhg_/).first().textContent())!;
  // The token is accepted, but the team has no such content.
  expect((await at("hidden-one", `/ipfs/${hello}`, { authorization: `Bearer ${token}` })).status).toBe(404);
  await page.goto(`${url}/gateway/auth-token`);
  await expect(page.getByRole("row", { name: /shop server/ })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.goto(`${url}/gateway/list`);
  await page.getByRole("button", { name: "Create gateway" }).click();
  const form = page.getByRole("dialog", { name: "Create gateway" });
  await form.getByLabel("Name").fill("hidden-one");
  await expect(form.getByText("This name is already taken. Choose another.")).toBeVisible();
  await form.getByLabel("Name").fill("short");
  await expect(form.getByText("Name: 6 characters minimum.")).toBeVisible();
  await form.getByLabel("Name").fill("hidden-two");
  await expect(form.getByText(/^Available\./)).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
});

test("the list says how many gateways the team can have, and several are deleted at once by typing the verb", async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  for (const name of ["meadow-one", "meadow-two"]) {
    await page.goto(`${url}/gateway/list`);
    await createGateway(page, name);
  }
  await page.goto(`${url}/gateway/list`);
  for (const name of ["meadow-one", "meadow-two"])
    await page.getByRole("row", { name }).getByRole("checkbox", { name: "Select row" }).check();
  const bar = page.getByRole("group", { name: "Selected rows" });
  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 dedicated gateways?" });
  const submit = dialog.getByRole("button", { name: "Delete 2 dedicated gateways" });
  await submit.click();
  await expect(dialog.getByText("Type delete.")).toBeVisible();
  await dialog.getByLabel("Type delete to confirm").fill("delete");
  expect(await complaintsAbout(page)).toEqual([]);
  await submit.click();
  await expect(page.getByText("No gateways yet")).toBeVisible();
});

test("a team without deposits sees what unlocks gateways", async ({ page }) => {
  const body = JSON.stringify({ code: 200, message: "", data: { available: false } });
  await page.route("**/common/gateway/status*", (route) => route.fulfill({ contentType: "application/json", body }));
  await enterAsNewUser(page, url);
  await page.goto(`${url}/gateway/list`);
  await expect(page.getByText("Dedicated gateways are locked")).toBeVisible();
  await expect(page.getByText("Deposit at least $1")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create gateway" })).toHaveCount(0);
});

const createGateway = async (page: Page, name: string, scope = "Public"): Promise<void> => {
  await page.getByRole("button", { name: "Create gateway" }).first().click();
  const form = page.getByRole("dialog", { name: "Create gateway" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("radio", { name: scope }).check({ force: true });
  await form.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
};

/** Fills in a settings card and saves it. */
const save = async (page: Page, card: string, type: () => Promise<void>): Promise<void> => {
  await type();
  const section = page
    .locator("section.fh-card")
    .filter({ has: page.getByRole("heading", { name: card, exact: true }) });
  await section.getByRole("button", { name: "Save" }).click();
};
