import type { Page } from "playwright";

/** Files by name: a text, or bytes. */
export type DroppedFiles = Readonly<Record<string, string | Uint8Array>>;

/** Drops files on the upload widget like a user. Scripts can't drop folders. */
export const dropFiles = async (page: Page, files: DroppedFiles): Promise<void> => {
  const list = Object.entries(files).map(([name, content]) => ({
    name,
    base64: Buffer.from(content as Uint8Array).toString("base64"),
  }));
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], name));
    }
    return data;
  }, list);
  const target = page.getByRole("region", { name: /Drop|Add more/ });
  for (const type of ["dragenter", "dragover", "drop"]) await target.dispatchEvent(type, { dataTransfer: transfer });
};
