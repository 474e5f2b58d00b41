/** Host names that serve a bucket publicly. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { testDns, type TestDns } from "../../support/hosting/dns.ts";
import { setRecordsShown } from "../../support/browser/domain-screens.ts";
import { enterWithKey } from "../../support/account/enter.ts";
import { ask } from "../../support/server/http.ts";
import { newOwner } from "../../support/account/owner.ts";
import { choose } from "../../support/browser/select.ts";
import { makeBucket, storageFiles } from "../../support/storage/storage-files.ts";
import { memberOfTeam } from "../../support/browser/team-screens.ts";

let url: string;
let port: number;
let dns: TestDns;
beforeAll(async () => {
  dns = await testDns();
  ({ url, port } = await testCloud({ DNS_SERVERS: dns.server, DOMAIN_IPS: "192.0.2.10" }));
});

const shownAt = async (host: string) => (await ask(port, host, "/")).body.toString();

test("a bucket is published by a domain and by a public address on this server, until both are removed", async ({
  page,
  openProfile,
}) => {
  const key = privateKeyToAccount(generatePrivateKey());
  await enterWithKey(page, url, key);
  await makeBucket(page, url, "orchard");
  await (await storageFiles(page, url, "orchard")).put("index.html", "<h1>Apples</h1>", "text/html");

  await page.goto(`${url}/bucket/domains`);
  await expect(page.getByText("No domains yet")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.getByRole("button", { name: "Add domain" }).first().click();
  const form = page.getByRole("dialog", { name: "Add domain" });
  await form.getByRole("button", { name: "Add domain" }).click();
  await expect(form.getByText("Enter a domain.")).toBeVisible();
  await expect(form.getByText("Select a bucket.")).toBeVisible();
  await form.getByLabel("Domain").fill("Files.Apples.Example");
  await page.reload();
  await expect(page.getByText("No domains yet")).toBeVisible();
  await page.getByRole("button", { name: "Add domain" }).first().click();
  await expect(form.getByLabel("Domain")).toHaveValue("Files.Apples.Example");
  await choose(form, "Bucket", "orchard");
  await expect(form.getByText("This publishes orchard")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await form.getByRole("button", { name: "Add domain" }).click();

  const setup = page.getByRole("dialog", { name: "files.apples.example" });
  await expect(setup.getByText("This server is not publicly reachable")).toBeVisible();
  await setRecordsShown(page, dns);
  await setup.getByRole("button", { name: "Check now" }).click();
  await expect(setup.getByText("Serves the bucket's files publicly.")).toBeVisible();
  await setup.getByRole("button", { name: "Close" }).last().click();
  const row = page.getByRole("row", { name: /files\.apples\.example orchard Verified/ });
  await expect(row).toBeVisible();
  expect(await shownAt("files.apples.example")).toBe("<h1>Apples</h1>");

  await page.getByRole("button", { name: "Add public address" }).click();
  const giving = page.getByRole("dialog", { name: "Add public address" });
  await choose(giving, "Bucket", "orchard");
  await giving.getByRole("button", { name: "Add address" }).click();
  const address = page.getByRole("row", { name: /orchard http:\/\/orchard\.localhost/ });
  await expect(address).toBeVisible();
  expect(await shownAt("orchard.localhost")).toBe("<h1>Apples</h1>");
  expect(await complaintsAbout(page)).toEqual([]);

  const readers = await (await openProfile()).newPage();
  await memberOfTeam(url, readers, { access: ["BUCKET"], levels: { BUCKET: "read" } }, await newOwner(url, key));
  await readers.goto(`${url}/bucket/domains`);
  await expect(readers.getByRole("row", { name: /^files\.apples\.example/ })).toBeVisible();
  await expect(readers.getByRole("row", { name: /orchard\.localhost/ })).toBeVisible();
  await expect(readers.getByRole("button", { name: /Add domain|Add public address/ })).toHaveCount(0);
  await readers
    .getByRole("row", { name: /orchard\.localhost/ })
    .getByRole("button", { name: "Actions" })
    .click();
  await expect(readers.getByRole("menuitem", { name: "Visit" })).toBeVisible();
  await expect(readers.getByRole("menuitem", { name: "Remove address" })).toHaveCount(0);

  await address.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Remove address" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove address" }).click();
  await expect(page.getByText("No public addresses yet")).toBeVisible();
  expect(await shownAt("orchard.localhost")).not.toContain("Apples");

  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No domains yet")).toBeVisible();
  expect(await shownAt("files.apples.example")).not.toContain("Apples");
});
