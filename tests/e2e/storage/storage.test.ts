import type { Page } from "playwright";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { choose } from "../../support/browser/select.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { edgesOf } from "../../support/browser/layout.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { enterAsNewUser } from "../../support/account/enter.ts";
import { fileGrid, fileLink, fileRow, makeBucket, storageFiles } from "../../support/storage/storage-files.ts";

let url: string;
beforeAll(async () => ({ url } = await testCloud()));

const dialog = (page: Page) => page.getByRole("dialog");

const actOn = async (page: Page, name: string, action: string): Promise<void> => {
  await fileRow(page, name)
    .getByRole("button", { name: /^Actions/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
};

test("a bucket is created, filled, searched, shared, renamed, emptied by typing, and deleted", async ({
  page,
  openProfile,
}) => {
  await enterAsNewUser(page, url);
  await page.goto(`${url}/bucket/storage`);
  await expect(page.getByText("No buckets yet")).toBeVisible();
  await expect(page.getByText(`aws s3 mb s3://my-bucket --endpoint-url ${url}/s3`)).toBeVisible();
  await page.getByRole("button", { name: "Create bucket" }).first().click();
  await dialog(page).getByLabel("Name").fill("Orchard");
  await dialog(page).getByRole("button", { name: "Create bucket" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("3 to 48 lowercase letters");
  await dialog(page).getByLabel("Name").fill("orchard");
  await dialog(page).getByRole("button", { name: "Create bucket" }).click();
  await expect(page.getByText("Empty bucket")).toBeVisible();
  expect(page.url()).toBe(`${url}/bucket/storage/orchard/`);

  await page.getByRole("button", { name: "Create folder" }).click();
  await dialog(page).getByLabel("Name").fill("x".repeat(61));
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("60 characters");
  await dialog(page).getByLabel("Name").fill("pictures");
  await dialog(page).getByRole("button", { name: "Create" }).click();
  await fileLink(page, "pictures").click();
  await expect(page.getByText("Empty folder")).toBeVisible();

  const { put } = await storageFiles(page, url, "orchard");
  await put("pictures/apple.png", await drawnPng(page, 120, 80), "image/png");
  await put("pictures/notes.txt", "Pick them in <b>autumn</b>.", "text/html");
  await put("pictures/old/pear.txt", "A pear");
  await expect(fileLink(page, "old")).toBeVisible();
  expect(await page.getByRole("navigation", { name: "Breadcrumbs" }).innerText()).toMatch(
    /Buckets\s+orchard\s+pictures/,
  );
  await expect.poll(() => fileRow(page, "apple.png").locator("img").evaluate(widthOfImage)).toBe(120);
  await expect(fileRow(page, "apple.png")).toContainText("PNG image");
  await expect(fileRow(page, "old")).toContainText("6 B");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await fileRow(page, "apple.png")
    .getByRole("button", { name: /^Copy CID baf/ })
    .click();
  await expect(page.getByText("Copied", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^baf[a-z2-7]+$/);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByLabel("Search files").fill("pear");
  await expect(fileLink(page, "old/pear.txt")).toBeVisible();
  await expect(fileLink(page, "apple.png")).toBeHidden();
  await page.getByLabel("Search files").fill("");

  const upload = page.getByRole("button", { name: "Upload", exact: true });
  await upload.click();
  const menu = page.getByRole("menu", { name: "Upload" });
  await expect(menu).toContainText("Included in your plan");
  expect((await edgesOf(menu)).right).toBe((await edgesOf(upload)).right);
  await page.keyboard.press("Escape");

  await fileGrid(page).focus();
  const before = await edgesOf(fileLink(page, "apple.png"));
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("group", { name: "Selected rows" })).toBeInViewport();
  expect(await edgesOf(fileLink(page, "apple.png"))).toEqual(before);
  await page.getByRole("button", { name: "Download" }).click();
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Download as ZIP" }).click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(/\.zip$/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear selection" }).click();

  await fileLink(page, "apple.png").click();
  await expect.poll(() => widthOf(page)).toBe(120);
  await expect(page.getByRole("searchbox")).toBeHidden();
  expect(await complaintsAbout(page)).toEqual([]);
  await page.goBack();
  await fileLink(page, "notes.txt").click();
  await expect(page.getByLabel("Content of notes.txt")).toHaveText("Pick them in <b>autumn</b>.");

  await page.getByRole("button", { name: "Share" }).click();
  await expect(dialog(page).getByText("Permanent CID link")).toBeHidden();
  await choose(dialog(page), "Expires after", "1 day");
  await dialog(page).getByRole("button", { name: "Create link" }).click();
  const short = await dialog(page).getByLabel("Address", { exact: true }).innerText();
  expect(short).toMatch(new RegExp(`^${url}/s/[\\w-]{24}$`));
  await expect(dialog(page)).toContainText("Anyone with this link can read the file until");
  await dialog(page).getByRole("button", { name: "Show QR code" }).click();
  await expect(dialog(page).getByRole("img", { name: /^QR code/ })).toBeVisible();
  const image = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Download QR code" }).click();
  expect((await image).suggestedFilename()).toBe("notes.txt.png");
  expect(await complaintsAbout(page)).toEqual([]);
  const stranger = await openProfile();
  const visit = await stranger.newPage();
  await visit.goto(short);
  await expect(visit.locator("body")).toContainText("Pick them in autumn.");
  expect(new URL(visit.url()).hostname).toBe("s3.localhost");
  const cidLink = page.getByText("CID link", { exact: true });
  await dialog(page).getByRole("button", { name: "Close" }).click();
  await page.goto(`${url}/bucket/storage/orchard/`);
  await page.getByRole("tab", { name: "Share links" }).click();
  const link = page.getByRole("row", { name: /pictures\/notes\.txt/ });
  await expect(link.getByRole("cell", { name: "1", exact: true })).toBeVisible();
  expect(await complaintsAbout(page)).toEqual([]);
  await link.getByRole("button", { name: /^Actions/ }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await expect(dialog(page)).toContainText("It stops working immediately.");
  await dialog(page).getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No share links yet")).toBeVisible();
  expect((await visit.goto(short))!.status()).toBe(404);
  await expect(visit.getByRole("heading", { name: "Link not found" })).toBeVisible();
  await page.goto(`${url}/bucket/storage/orchard/pictures/notes.txt`);
  await expect(page.getByText("Your team, and anyone with a share link")).toBeVisible();
  await expect(cidLink).toBeHidden();
  await page.goto(`${url}/bucket/storage/orchard/?tab=settings`);
  await makePublic(page);
  await page.goto(`${url}/bucket/storage/orchard/pictures/notes.txt`);
  await expect(page.getByText("Anyone with the CID")).toBeVisible();
  await expect(cidLink).toBeVisible();
  await page.getByRole("button", { name: "Share" }).click();
  await dialog(page).getByText("Permanent CID link").click();
  await expect(dialog(page).getByLabel("Address", { exact: true })).toContainText(/\/\/baf[a-z2-7]+\.ipfs\.localhost/);
  const byCid = await stranger.newPage();
  await byCid.goto(await dialog(page).getByLabel("Address", { exact: true }).innerText());
  await expect(byCid.locator("body")).toContainText("Pick them in");
  await dialog(page).getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Rename" }).click();
  await dialog(page).getByLabel("Name").fill("harvest.txt");
  await dialog(page).getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("Renamed", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/pictures\/harvest\.txt$/);
  await expect(page.getByRole("heading", { name: "harvest.txt" })).toBeVisible();
  await page.goto(`${url}/bucket/storage/orchard/pictures/`);
  await expect(fileLink(page, "harvest.txt")).toBeVisible();
  await expect(fileLink(page, "notes.txt")).toBeHidden();

  await actOn(page, "old", "Rename");
  await dialog(page).getByLabel("Name").fill("past");
  await dialog(page).getByRole("button", { name: "Rename" }).click();
  await expect(fileLink(page, "past")).toBeVisible();
  await expect(fileLink(page, "old")).toBeHidden();
  await actOn(page, "harvest.txt", "Move");
  await dialog(page).getByRole("button", { name: "past" }).click();
  await dialog(page).getByRole("button", { name: "Move here" }).click();
  await expect(fileLink(page, "harvest.txt")).toBeHidden();

  await fileGrid(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("group", { name: "Selected rows" })).toContainText("2 selected");
  await page.keyboard.press("Delete");
  await expect(dialog(page)).toContainText("This deletes 3 files. This cannot be undone.");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page).getByRole("alert")).toHaveText("Type 2.");
  await dialog(page).getByRole("textbox").fill("2");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Empty folder")).toBeVisible();

  await page.goto(`${url}/bucket/storage/orchard/?tab=settings`);
  await page.getByRole("button", { name: "Delete bucket" }).click();
  await dialog(page).getByRole("textbox").fill("orchard");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(dialog(page)).toContainText("is not empty");
  await dialog(page).getByRole("button", { name: "OK" }).click();
  await page.goto(`${url}/bucket/storage/orchard/`);
  const deletions: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/objects/delete-folder"))
      deletions.push((request.postDataJSON() as { prefix: string }).prefix);
  });
  await actOn(page, "pictures", "Delete");
  await dialog(page).getByRole("textbox").fill("pictures");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Empty bucket")).toBeVisible();
  expect(deletions).toEqual(["pictures/"]);
  await page.goto(`${url}/bucket/storage/orchard/?tab=settings`);
  await page.getByRole("button", { name: "Delete bucket" }).click();
  await dialog(page).getByRole("textbox").fill("orchard");
  await dialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No buckets yet")).toBeVisible();
});

/** Makes the bucket public on its settings page. */
const makePublic = async (page: Page): Promise<void> => {
  await page.getByText("Public on IPFS").click();
  await expect(dialog(page)).toContainText("Anyone with a file's CID can read it");
  await dialog(page).getByRole("button", { name: "Make public" }).click();
  await expect(page.getByRole("radio", { name: "Public on IPFS" })).toBeChecked();
};

const widthOfImage = (image: Element): number => (image as HTMLImageElement).naturalWidth;

const widthOf = (page: Page): Promise<number> =>
  page
    .getByRole("region", { name: "Preview" })
    .getByRole("img")
    .evaluate(widthOfImage)
    .catch(() => 0);

test("a bucket is private until it is made public, and private again at once; unfinished uploads are discarded", async ({
  page,
  openProfile,
}) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "square");
  const { put, begin } = await storageFiles(page, url, bucket);
  await put("tree.txt", "A tree");
  await begin("film.mp4");
  const stranger = await openProfile();
  const asStranger = async () => (await stranger.request.get(`${url}/s3/${bucket}/tree.txt`)).status();
  expect(await asStranger()).toBe(403);

  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  const visibility = (name: string) => page.getByRole("radio", { name });
  await expect(visibility("Private")).toBeChecked();
  await makePublic(page);
  expect(await asStranger()).toBe(403);
  await page.getByRole("switch", { name: /^Also readable by URL/ }).click();
  await dialog(page).getByRole("button", { name: "Make readable" }).click();
  await expect.poll(asStranger).toBe(200);
  // The server has changed the bucket; the tiles are disabled until its answer is here.
  await expect(visibility("Private")).toBeEnabled();
  await page.getByText("Private", { exact: true }).last().click();
  await expect(dialog(page)).toContainText("Copies made while it was public may remain.");
  await dialog(page).getByRole("button", { name: "Make private" }).click();
  await expect(visibility("Private")).toBeChecked();
  await expect(page.getByRole("switch", { name: /^Also readable by URL/ })).toBeHidden();
  expect(await asStranger()).toBe(403);

  await page.getByRole("button", { name: "Add rule" }).click();
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByRole("alert")).toContainText("Enter at least one origin");
  await page.getByLabel("Origins").fill("https://shop.example");
  await page.getByRole("button", { name: "Save rules" }).click();
  const allowedOrigin = async () => {
    const preflight = await stranger.request.fetch(`${url}/s3/${bucket}/tree.txt`, {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "GET" },
    });
    return preflight.headers()["access-control-allow-origin"];
  };
  await expect.poll(allowedOrigin).toBe("https://shop.example");
  await expect(page.getByRole("button", { name: "Save rules" })).toBeDisabled();
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("tab", { name: "Incomplete uploads" }).click();
  await expect(page.getByRole("row", { name: /film\.mp4/ })).toBeVisible();
  await page.getByRole("button", { name: "Discard all" }).click();
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("No incomplete uploads")).toBeVisible();
  await page.getByRole("tab", { name: "Overview" }).click();
  await expect(page.getByText("No incomplete uploads")).toBeVisible();
  // A phone shows the tab that is open, although the row of tabs is wider.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/bucket/storage/${bucket}/?tab=settings`);
  await expect(page.getByRole("tab", { name: "Settings" })).toBeInViewport({ ratio: 1 });
});

test("files and folders are dragged into a folder, and onto a folder of the path", async ({ page }) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "dragged");
  const { put } = await storageFiles(page, url, bucket);
  for (const key of ["file10.txt", "file2.txt", "box/inner.txt", "shelf/old.txt"]) await put(key, key, "text/plain");
  await page.goto(`${url}/bucket/storage/${bucket}/`);
  await expect(fileLink(page, "file10.txt")).toBeVisible();
  expect(await fileGrid(page).getByRole("link").allInnerTexts()).toEqual(["box", "shelf", "file2.txt", "file10.txt"]);
  await fileRow(page, "file2.txt").dragTo(fileRow(page, "box"));
  await expect(fileLink(page, "file2.txt")).toBeHidden();
  await fileRow(page, "shelf").dragTo(fileRow(page, "box"));
  await expect(fileLink(page, "shelf")).toBeHidden();
  await fileLink(page, "box").click();
  await expect(fileLink(page, "file2.txt")).toBeVisible();
  await expect(fileLink(page, "shelf")).toBeVisible();
  const path = page.getByRole("navigation", { name: "Folders" });
  await fileRow(page, "inner.txt").dragTo(path.getByRole("link", { name: bucket }));
  await expect(fileLink(page, "inner.txt")).toBeHidden();
  await path.getByRole("link", { name: bucket }).click();
  await expect(fileLink(page, "inner.txt")).toBeVisible();
});

test('keys with "//", a slash in front, tildes, emoji and right-to-left letters are opened by their links', async ({
  page,
}) => {
  await enterAsNewUser(page, url);
  const bucket = await makeBucket(page, url, "odd-keys");
  const { put } = await storageFiles(page, url, bucket);
  const keys = ["a//b", "/c", "~d", "100% & + ?#.txt", "שלום 🙂.txt", `${"e".repeat(1020)}.txt`];
  for (const key of keys) await put(key, `I am ${key}`, "text/plain");
  const ways = [["a", "(no name)", "b"], ["(no name)", "c"], ...keys.slice(2).map((key) => [key])];
  for (const [at, way] of ways.entries()) {
    await page.goto(`${url}/bucket/storage/${bucket}/`);
    for (const name of way) await fileLink(page, name).click();
    await expect(page.getByLabel(/^Content of/)).toHaveText(`I am ${keys[at]}`);
  }
  expect(await complaintsAbout(page)).toEqual([]);
});

const drawnPng = async (page: Page, width: number, height: number): Promise<Uint8Array> => {
  const address = await page.evaluate(
    (size) => Object.assign(document.createElement("canvas"), size).toDataURL("image/png"),
    { width, height },
  );
  return Buffer.from(address.split(",")[1]!, "base64");
};
