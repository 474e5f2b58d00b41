/**
 * The upload queue in a real browser with a real server: over broken connections, reloads, expired sessions and a
 * killed server.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll } from "vitest";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { callerOf } from "../../support/server/api.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { clickUnlessGone, expect, test } from "../../support/browser/browser.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testCloud } from "../../support/server/cloud.ts";
import { testDatabase } from "../../support/database/database.ts";
import { enterAsNewUser, enterWithKey } from "../../support/account/enter.ts";
import { faultProxy, type FaultProxy } from "../../support/server/fault-proxy.ts";
import { fileLink, makeBucket } from "../../support/storage/storage-files.ts";

const uploadsPanel = (page: Page) => page.getByRole("region", { name: "Uploads" });
const uploadRow = (page: Page, name: string) => uploadsPanel(page).getByRole("listitem").filter({ hasText: name });
const arrived = (page: Page, count: number) =>
  expect(
    uploadsPanel(page).getByRole("heading", { name: `${count} ${count === 1 ? "file" : "files"} uploaded` }),
  ).toBeVisible();

/** Opens a new bucket in a browser without file picker APIs, so that plain inputs are used. */
const openBucket = async (page: Page, url: string, name: string): Promise<void> => {
  await page.addInitScript(() => {
    delete window.showOpenFilePicker;
    delete window.showDirectoryPicker;
  });
  await makeBucket(page, url, name);
};

/** Makes the file picker return one persistent file, as Chromium does for files on disk. */
const pickStoredFile = async (page: Page, name: string): Promise<void> => {
  await page.addInitScript((file) => {
    window.showOpenFilePicker = async () => [await (await navigator.storage.getDirectory()).getFileHandle(file)];
  }, name);
};

/** Creates the file that `pickKeptFile` returns. */
const storeFile = (page: Page, name: string, sizeBytes: number): Promise<void> =>
  page.evaluate(
    async ([file, size]) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(file, { create: true });
      const writer = await handle.createWritable();
      const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >>> 13)) & 255);
      await writer.write(bytes);
      await writer.close();
    },
    [name, sizeBytes] as const,
  );

const upload = async (page: Page, what: "Files" | "Folder"): Promise<void> => {
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("menuitem", { name: what }).click();
};

/** Pastes or drops files like the browser. Scripts can't drop folders. */
const pasteOrDrop = async (
  page: Page,
  way: "paste" | "drop",
  files: readonly { readonly name: string; readonly text: string; readonly lastModified?: number }[],
): Promise<void> =>
  page.evaluate(
    ([kind, given]) => {
      const data = new DataTransfer();
      for (const { name, text, lastModified = 1 } of given) data.items.add(new File([text], name, { lastModified }));
      const target = kind === "paste" ? document.body : document.querySelector("[data-drop]")!;
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        kind === "paste"
          ? new ClipboardEvent("paste", { ...init, clipboardData: data })
          : new DragEvent("drop", { ...init, dataTransfer: data }),
      );
    },
    [way, files] as const,
  );

const MiB = 1024 * 1024;
let port: number;
beforeAll(async () => ({ port } = await testCloud()));

const dialog = (page: Page) => page.getByRole("dialog");
/** Returns the parts that were sent and accepted. */
const partsSent = (line: FaultProxy): string[] =>
  line
    .requests(/^PUT \/s3\/.*partNumber=/)
    .filter(({ status }) => status === 200)
    .map(({ path }) => /partNumber=(\d+)/.exec(path)![1]!);

test("a folder is selected with its paths, files are pasted and dropped, duplicates are skipped, and existing names are asked about once", async ({
  page,
}) => {
  const line = await faultProxy(port);
  await enterAsNewUser(page, line.url);
  await openBucket(page, line.url, "orchard");
  const folder = join(await temporaryFolder(), "garden");
  await mkdir(join(folder, "beds"), { recursive: true });
  await writeFile(join(folder, "plan.txt"), "A plan");
  await writeFile(join(folder, "beds/north.txt"), "");
  await writeFile(join(folder, ".DS_Store"), "litter");
  const chooser = page.waitForEvent("filechooser");
  await upload(page, "Folder");
  await (await chooser).setFiles(folder);
  await arrived(page, 2);
  await expect(page.getByRole("status").filter({ hasText: "2 files uploaded." })).toBeAttached();
  const rows = uploadsPanel(page).getByRole("region", { name: "Files" });
  await expect(rows).toBeHidden();
  await uploadsPanel(page).getByRole("button", { name: "Expand uploads" }).click();
  await expect(rows).toBeVisible();
  await fileLink(page, "garden").click();
  await expect(fileLink(page, "plan.txt")).toBeVisible();
  await fileLink(page, "beds").click();
  await expect(fileLink(page, "north.txt")).toBeVisible();

  // Another dashboard screen, with the panel on it.
  await uploadsPanel(page).getByRole("button", { name: "Close uploads" }).click();
  await expect(uploadsPanel(page)).toBeHidden();

  const blocked = line.fail(/^PUT \/s3\/.*seed/, "drop");
  await pasteOrDrop(page, "paste", [{ name: "seed.txt", text: "one" }]);
  await expect(uploadRow(page, "seed.txt")).toContainText("Offline. Resumes automatically");
  await pasteOrDrop(page, "drop", [
    { name: "seed.txt", text: "one" },
    { name: "leaf.txt", text: "two" },
  ]);
  await expect(page.getByText("1 file is already queued and skipped.")).toBeVisible();
  await expect(uploadRow(page, "leaf.txt")).toContainText("in orchard");
  expect(await complaintsAbout(page)).toEqual([]);
  blocked.end();
  await arrived(page, 2);

  const again = [
    { name: "seed.txt", text: "another one" },
    { name: "leaf.txt", text: "another two" },
  ];
  await pasteOrDrop(page, "drop", again);
  await expect(dialog(page)).toContainText("2 files are already in the bucket");
  await dialog(page).getByRole("button", { name: "Keep both" }).click();
  await expect(fileLink(page, "seed (1).txt")).toBeVisible();
  await expect(fileLink(page, "leaf (1).txt")).toBeVisible();
  await pasteOrDrop(page, "drop", [...again, { name: "new.txt", text: "new" }]);
  await dialog(page).getByRole("button", { name: "Skip" }).click();
  await expect(fileLink(page, "new.txt")).toBeVisible();
  await pasteOrDrop(page, "drop", again);
  await dialog(page).getByRole("button", { name: "Replace" }).click();
  await arrived(page, 7);
  await expect(rows).toBeHidden();
  await fileLink(page, "seed.txt").click();
  await expect(page.getByLabel("Content of seed.txt")).toHaveText("another one");
  await expect(uploadsPanel(page)).toBeHidden();
});

test("24 MB in parts are paused and resumed, and continue after a reload; no part is sent twice", async ({ page }) => {
  const line = await faultProxy(port);
  await enterAsNewUser(page, line.url);
  await pickStoredFile(page, "film.mp4");
  await makeBucket(page, line.url, "cinema");
  await storeFile(page, "film.mp4", 24 * MiB);
  const second = line.fail(/partNumber=2&/, "drop");
  await upload(page, "Files");
  await expect(uploadRow(page, "film.mp4")).toContainText("Offline. Resumes automatically");
  await uploadRow(page, "film.mp4").getByRole("button", { name: "Pause film.mp4" }).click();
  await expect(uploadRow(page, "film.mp4")).toContainText("Paused at 8 MB of 24 MB");
  const third = line.fail(/partNumber=3&/, "drop");
  second.end();
  await uploadRow(page, "film.mp4").getByRole("button", { name: "Resume film.mp4" }).click();
  await expect.poll(() => third.times()).toBeGreaterThan(0);
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.type());
    void question.accept();
  });
  await page.reload();
  expect(asked).toEqual(["beforeunload"]);
  third.end();
  await arrived(page, 1);
  expect(partsSent(line).toSorted()).toEqual(["1", "2", "3"]);
  await fileLink(page, "film.mp4").click();
  await expect(page.getByText("24 MB").first()).toBeVisible();
});

test("over a connection that is cut again and again, each file arrives once and complete", async ({ page }) => {
  const line = await faultProxy(port);
  await enterAsNewUser(page, line.url);
  await pickStoredFile(page, "song.wav");
  await makeBucket(page, line.url, "studio");
  await storeFile(page, "song.wav", 17 * MiB);
  const faults = [
    line.fail(/^POST .*uploads=/, "drop", 1),
    line.fail(/partNumber=1&/, "cut the request", 2),
    line.fail(/partNumber=2&/, "bad gateway", 1),
    line.fail(/partNumber=3&/, "lose the answer", 1),
    line.fail(/^POST .*uploadId=/, "lose the answer", 1),
    line.fail(/^PUT .*note/, "lose the answer", 1),
  ];
  await upload(page, "Files");
  await pasteOrDrop(page, "drop", [{ name: "note.txt", text: "Play it." }]);
  await arrived(page, 2);
  expect(faults.map((fault) => fault.times())).toEqual([1, 2, 1, 1, 1, 1]);
  await fileLink(page, "note.txt").click();
  await expect(page.getByLabel("Content of note.txt")).toHaveText("Play it.");
});

test("a server killed and restarted receives only the missing parts", async ({ page }) => {
  const folder = await temporaryFolder();
  const settings = { DATABASE_URL: (await testDatabase()).url };
  const first = startCloudProcess(folder, settings);
  const line = await faultProxy(Number(new URL(await first.ready).port));
  await enterAsNewUser(page, line.url);
  await pickStoredFile(page, "film.mp4");
  await makeBucket(page, line.url, "cinema");
  await storeFile(page, "film.mp4", 17 * MiB);
  const third = line.fail(/partNumber=3&/, "drop");
  await upload(page, "Files");
  await expect.poll(() => third.times()).toBeGreaterThan(0);
  await first.end("SIGKILL");
  line.down();
  const second = startCloudProcess(folder, settings);
  line.to(Number(new URL(await second.ready).port));
  third.end();
  line.up();
  await arrived(page, 1);
  expect(partsSent(line).toSorted()).toEqual(["1", "2", "3"]);
});

test("upload queues are in IndexedDB, never in localStorage, which a 401 clears; after signing in again they continue", async ({
  page,
}) => {
  const line = await faultProxy(port);
  const account = privateKeyToAccount(generatePrivateKey());
  await enterWithKey(page, line.url, account);
  await pickStoredFile(page, "film.mp4");
  await makeBucket(page, line.url, "archive");
  await storeFile(page, "film.mp4", 17 * MiB);
  const second = line.fail(/partNumber=2&/, "drop");
  await upload(page, "Files");
  await expect.poll(() => second.times()).toBeGreaterThan(0);
  const { refreshToken } = await storedTokens(page);
  await callerOf(line.url)("POST /api/auth/sign-out", { body: { refreshToken } });
  page.on("dialog", (asked) => void asked.accept());
  await clickUnlessGone(page.getByRole("link", { name: "Overview" }));
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await enterWithKey(page, line.url, account);
  second.end();
  await page.goto(`${line.url}/overview`);
  await arrived(page, 1);
  expect(partsSent(line).toSorted()).toEqual(["1", "2", "3"]);
});

test("a file that the browser has lost must be selected again, and only the same one is accepted; two tabs show one queue", async ({
  page,
}) => {
  const line = await faultProxy(port);
  await enterAsNewUser(page, line.url);
  await openBucket(page, line.url, "attic");
  const blocked = line.fail(/^PUT .*letter/, "drop");

  const folder = await temporaryFolder();
  const path = join(folder, "letter.txt");
  await writeFile(path, "Dear all");
  const choose = async (act: () => Promise<void>, file: string) => {
    const chooser = page.waitForEvent("filechooser");
    await act();
    await (await chooser).setFiles(file);
  };
  await choose(() => upload(page, "Files"), path);
  await expect(uploadRow(page, "letter.txt")).toContainText("Offline. Resumes automatically");
  page.on("dialog", (asked) => void asked.accept());
  await page.reload();
  await expect(uploadRow(page, "letter.txt")).toContainText("Choose the file again to continue.");
  expect(await complaintsAbout(page)).toEqual([]);
  await mkdir(join(folder, "other"));
  await writeFile(join(folder, "other/letter.txt"), "Another letter");
  const again = uploadRow(page, "letter.txt").getByRole("button", { name: "Choose again" });
  await choose(() => again.click(), join(folder, "other/letter.txt"));
  await expect(page.getByText("Different file.")).toBeVisible();
  await choose(() => again.click(), path);
  await expect(uploadRow(page, "letter.txt")).toContainText("Offline. Resumes automatically");

  const other = await page.context().newPage();
  await other.goto(`${line.url}/bucket/storage/attic/`);
  await expect(uploadRow(other, "letter.txt")).toContainText("Offline. Resumes automatically");
  await expect(uploadsPanel(other)).toContainText("Uploading in another tab");
  await uploadRow(other, "letter.txt").getByRole("button", { name: "Pause" }).click();
  await expect(uploadRow(page, "letter.txt")).toContainText("Paused");
  blocked.end();
  // The other tab has the file's bytes too: it continues when the sending one is closed.
  await page.close();
  await uploadRow(other, "letter.txt").getByRole("button", { name: "Resume" }).click();
  await arrived(other, 1);
});
