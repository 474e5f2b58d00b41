/** IPNS names, and a site that follows a name. */
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, separateClipboard, test } from "../../support/browser/browser.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { act, fits, rowOf, tokenOf } from "../../support/browser/team-screens.ts";

const { url } = await faultlessCloud();
const cid = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const other = "bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e";

test("a name is created, updated, found and deleted by typing it; its key is copied", async ({ page }) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/gateway/ipns`);
  await expect(page.getByText("No names yet")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("button", { name: "Create name" }).first().click();
  const form = page.getByRole("dialog", { name: "Create name" });
  await form.getByLabel("Name").fill("blog");
  await form.getByLabel("Target").fill("https://example.com");
  await page.reload();
  await page.getByRole("button", { name: "Create name" }).first().click();
  await expect(form.getByLabel("Name")).toHaveValue("blog");
  await expect(form.getByLabel("Target")).toHaveValue("https://example.com");
  await form.getByRole("button", { name: "Create and publish" }).click();
  await expect(form.getByRole("alert")).toContainText("Use a path like /ipfs/bafy…");
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByLabel("Target").fill(cid);
  await form.getByText("90 days").click();
  await form.getByRole("button", { name: "Create and publish" }).click();
  await expect(rowOf(page, "blog")).toContainText(/\/ipfs\/bafybeigdy….*in 3 months/);

  await separateClipboard(page.context());
  await rowOf(page, "blog").getByRole("button", { name: "Copy key" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^k51[a-z0-9]{59}$/);
  const key = await copied();

  await act(page, "blog", "Publish");
  const publish = page.getByRole("dialog", { name: "Publish blog" });
  await expect(publish.getByLabel("Target")).toHaveValue(`/ipfs/${cid}`);
  await publish.getByLabel("Target").fill(`/ipfs/${other}`);
  await publish.getByRole("button", { name: "Publish" }).click();
  await expect(rowOf(page, "blog")).toContainText("/ipfs/bafkreifzj");

  const search = page.getByLabel("Search by name, key or target");
  await search.fill("nothing of the kind");
  await expect(page.getByText("No results")).toBeVisible();
  await search.fill(key);
  await expect(rowOf(page, "blog")).toBeVisible();

  await act(page, "blog", "Delete");
  const question = page.getByRole("dialog", { name: "Delete IPNS name" });
  await question.getByRole("textbox").fill("something else");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(question.getByText("Type blog.")).toBeVisible();
  await question.getByRole("textbox").fill("blog");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No results")).toBeVisible();
});

test("an API key is shown once and publishes from a script", async ({ page }) => {
  await enterAsNewUser(page, url);
  const owner = ownerWith(url, await tokenOf(page));
  const { key } = await owner.data<{ key: string }>("POST /api/ipns/names", { name: "ci", value: cid, lifetime: 30 });
  await page.goto(`${url}/gateway/ipns`);
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "API key" });
  const apiKey = (await shown.locator("code").textContent())!;
  await shown.getByRole("button", { name: "Done" }).click();
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await page.request.post(`${url}/api/ipns/names/${key}`, { headers, data: { value: other } });
  expect(answer.status()).toBe(200);
  expect((await page.request.get(`${url}/api/auth/user`, { headers })).status()).toBe(403);
  expect((await page.request.post(`${url}/api/ipns/api-keys`, { headers })).status()).toBe(403);
  await page.reload();
  await expect(rowOf(page, "ci")).toContainText("/ipfs/bafkreifzj");
  await expect(page.getByText(/Last used/)).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(/Last used/)).toHaveCount(0);
  expect((await page.request.get(`${url}/api/ipns/names`, { headers })).status()).toBe(401);
});

test("New project takes a name, and the site follows it", async ({ page }) => {
  await enterAsNewUser(page, url);
  const owner = ownerWith(url, await tokenOf(page));
  const hashOf = async (name: string, text: string) => {
    const id = await owner.site(name, text);
    return (await owner.data<{ hash: string }>(`GET /api/hosting/project/${id}`)).hash;
  };
  const [first, second] = [await hashOf("first", "one"), await hashOf("second", "two")];
  const { key } = await owner.data<{ key: string }>("POST /api/ipns/names", { name: "s", value: first, lifetime: 30 });

  await page.goto(`${url}/hosting/new`);
  await page.getByText("IPFS content", { exact: true }).first().click();
  await page.getByLabel("Hash").last().fill(`${url}/ipns/${key}`);
  await expect(page.getByRole("switch", { name: /Follow the name/ })).toBeChecked();
  await page.getByRole("textbox", { name: "Name" }).fill("follower");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await page.waitForURL("**/hosting/build/follower/**");
  const { items } = await owner.data<{ items: { id: string; name: string }[] }>("GET /api/hosting/project/v3/list");
  const { id } = items.find(({ name }) => name === "follower")!;
  const leadsTo = async () => (await owner.data<{ hash?: string }>(`GET /api/hosting/project/${id}`)).hash;
  await expect.poll(leadsTo).toBe(first);
  await owner.data(`POST /api/ipns/names/${key}`, { value: second });
  await expect.poll(leadsTo).toBe(second);
  await page.goto(`${url}/hosting/project/follower/${id}`);
  await expect(page.getByText("Resolved path (followed)")).toBeVisible();
});

test("on a phone names are cards and nothing is wider than the screen, in dark mode too", async ({ openProfile }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" } as const;
  const page = await (await openProfile(phone)).newPage();
  await enterAsNewUser(page, url);
  const owner = ownerWith(url, await tokenOf(page));
  const name = "a name that is longer than anything that fits into one line of a phone";
  await owner.data("POST /api/ipns/names", {
    name: name.slice(0, 64),
    value: `/ipfs/${cid}/a/long/folder`,
    lifetime: 1,
  });
  await page.goto(`${url}/gateway/ipns`);
  await expect(page.getByText(/^a name that is longer/)).toBeVisible();
  await fits(page);
  expect(await complaintsAbout(page)).toEqual([]);
});
