/** Tests the upload queue with files that the page creates itself, because Playwright transfers files slowly. */
import type { Page } from "playwright";
import { expect } from "../browser/browser.ts";
import { makeBucket } from "./storage-files.ts";

export const uploadsPanel = (page: Page) => page.getByRole("region", { name: "Uploads" });
export const uploadRow = (page: Page, name: string) =>
  uploadsPanel(page).getByRole("listitem").filter({ hasText: name });
export const arrived = (page: Page, count: number) =>
  expect(
    uploadsPanel(page).getByRole("heading", { name: `${count} ${count === 1 ? "file" : "files"} uploaded` }),
  ).toBeVisible();

/** Opens a new bucket in a browser without file picker APIs, so that plain inputs are used. */
export const openBucket = async (page: Page, url: string, name: string): Promise<void> => {
  await page.addInitScript(() => {
    delete window.showOpenFilePicker;
    delete window.showDirectoryPicker;
  });
  await makeBucket(page, url, name);
};

/** Makes the file picker return one persistent file, as Chromium does for files on disk. */
export const pickStoredFile = async (page: Page, name: string): Promise<void> => {
  await page.addInitScript((file) => {
    window.showOpenFilePicker = async () => [await (await navigator.storage.getDirectory()).getFileHandle(file)];
  }, name);
};

/** Creates the file that `pickKeptFile` returns. */
export const storeFile = (page: Page, name: string, sizeBytes: number): Promise<void> =>
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

export const upload = async (page: Page, what: "Files" | "Folder"): Promise<void> => {
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.getByRole("menuitem", { name: what }).click();
};

/** Pastes or drops files like the browser. Scripts can't drop folders. */
export const pasteOrDrop = async (
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
