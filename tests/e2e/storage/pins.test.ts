/** The pinning screen, with a gateway that has content of another network. */
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { carOf, folderBlocks, rawBlock } from "../../support/ipfs/car.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { ipfsGateway } from "../../support/ipfs/ipfs-gateway.ts";
import { faultlessCloud } from "../../support/server/faultless-cloud.ts";
import { act, fits, rowOf } from "../../support/browser/team-screens.ts";

let gateway: Awaited<ReturnType<typeof ipfsGateway>>;
beforeAll(async () => {
  gateway = await ipfsGateway();
});
const alone = await faultlessCloud();

test("an instance without a connection to the public network shows a message, and accepts content as a CAR", async ({
  page,
}) => {
  await enterAsNewUser(page, alone.url);
  await page.goto(`${alone.url}/bucket/pinning-service`);
  await expect(page.getByText("Not connected to the public IPFS network")).toBeVisible();
  await expect(page.getByText("No pins yet")).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("button", { name: "Pin by CID" }).first().click();
  const form = page.getByRole("dialog", { name: "Pin by CID" });
  await form.getByLabel("CID").fill("no cid");
  await form.getByRole("button", { name: "Pin content" }).click();
  await expect(form.getByRole("alert")).toContainText("CIDs start with");
  const { cid } = await rawBlock("nobody has this");
  await form.getByLabel("CID").fill(cid.toString());
  await form.getByLabel("Name (optional)").fill("lost");
  await page.reload();
  await page.getByRole("button", { name: "Pin by CID" }).first().click();
  await expect(form.getByLabel("CID")).toHaveValue(cid.toString());
  await form.getByRole("button", { name: "Pin content" }).click();
  await expect(rowOf(page, "lost")).toContainText("Failed");
  await act(page, "lost", "Show reason");
  await expect(page.getByRole("dialog", { name: "lost" })).toContainText("Upload it as a CAR");
  await page.keyboard.press("Escape");

  const blocks = await folderBlocks({ "index.html": "<h1>Orchard</h1>" });
  const car = page.getByRole("dialog", { name: "Upload CAR" });
  const choose = async (buffer: Buffer): Promise<void> => {
    await car
      .getByLabel("CAR file")
      .setInputFiles({ name: "orchard.car", mimeType: "application/vnd.ipld.car", buffer });
    await car.getByRole("button", { name: "Upload and pin" }).click();
  };
  await page.getByRole("button", { name: "Upload CAR" }).first().click();
  await choose(Buffer.from("not a CAR at all"));
  await expect(car.getByRole("alert")).toContainText("CAR");
  await car.getByLabel("Name (optional)").fill("orchard");
  await choose(await carOf(blocks));
  await expect(rowOf(page, "orchard")).toContainText("Pinned");
  const answer = await page.request.get(`${alone.url}/ipfs/${blocks[0]!.cid.toString()}/index.html`);
  expect(await answer.text()).toBe("<h1>Orchard</h1>");
});

test("a pin's progress is shown live, and the pin is replaced and removed; its token is shown once", async ({
  page,
}) => {
  const { url } = await faultlessCloud({ IPFS_GATEWAYS: gateway.url });
  const [first, second] = [await rawBlock("the first"), await rawBlock("the second")];
  for (const block of [first, second]) gateway.cars.set(block.cid.toString(), await carOf([block]));
  await enterAsNewUser(page, url);
  await page.goto(`${url}/bucket/pinning-service`);
  await expect(page.getByText("No pins yet")).toBeVisible();
  await expect(page.getByText("Not connected to the public IPFS network")).toHaveCount(0);

  await page.getByRole("button", { name: "Pin by CID" }).first().click();
  const form = page.getByRole("dialog", { name: "Pin by CID" });
  await form.getByLabel("CID").fill(first.cid.toString());
  await form.getByLabel("Name (optional)").fill("fruit");
  await form.getByRole("button", { name: "Pin content" }).click();
  await expect(rowOf(page, "fruit")).toContainText("Pinned");

  await act(page, "fruit", "Replace");
  const replace = page.getByRole("dialog", { name: "Replace pin" });
  await replace.getByLabel("CID").fill(second.cid.toString());
  await replace.getByRole("button", { name: "Replace" }).click();
  await expect(rowOf(page, "fruit")).toContainText(second.cid.toString().slice(-6));
  await expect(rowOf(page, "fruit")).toContainText("Pinned");

  await page.getByLabel("Status").selectOption("failed");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByLabel("Status").selectOption("pinned");
  await act(page, "fruit", "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No results")).toBeVisible();

  await page.getByRole("button", { name: "Create token" }).click();
  const shown = page.getByRole("dialog", { name: "Pinning token" });
  const token = (await shown.locator("code").textContent())!;
  const pins = await page.request.get(`${url}/api/pinning/pins`, { headers: { authorization: `Bearer ${token}` } });
  expect(await pins.json()).toEqual({ count: 0, results: [] });
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(token.slice(0, 12))).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
});

test("on a phone pins are cards and nothing is wider than the screen, in dark mode too", async ({ openProfile }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" } as const;
  const page = await (await openProfile(phone)).newPage();
  await enterAsNewUser(page, alone.url);
  await page.goto(`${alone.url}/bucket/pinning-service`);
  await expect(page.getByText("No pins yet")).toBeVisible();
  await fits(page);
  expect(await complaintsAbout(page)).toEqual([]);
});
