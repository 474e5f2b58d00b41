// @vitest-environment jsdom
import { act, useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { imageBytesMax, imagesMax } from "../../../../resources/limits.ts";
import { ImageUploader } from "./image-uploader.tsx";
import type { UploadItem } from "./upload-item.ts";

const { draw, all, find, press, text } = componentRenderer();
beforeEach(() => {
  URL.createObjectURL = (file) => `blob:${(file as File).name}`;
  URL.revokeObjectURL = () => undefined;
});

const Uploader = ({ maxCount, disabled }: { readonly maxCount?: number; readonly disabled?: boolean }) => {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  return (
    <ImageUploader items={items} onChange={setItems} {...(maxCount && { maxCount })} {...(disabled && { disabled })} />
  );
};

const image = (name: string, { type = "image/png", size = 5, lastModified = 1 } = {}): File => {
  const file = new File(["image"], name, { type, lastModified });
  Object.defineProperty(file, "size", { value: size });
  return file;
};
/** Dispatches a paste of files, as far as jsdom supports it. */
const paste = async (...files: File[]) => {
  const event = new Event("paste", { cancelable: true, bubbles: true });
  Object.assign(event, { clipboardData: { types: ["Files"], items: [], files } });
  await act(async () => document.dispatchEvent(event));
  return event.defaultPrevented;
};
const names = () => all("li").map((entry) => entry.querySelector("[title]")!.textContent);
const notice = () => find("p[role=status]").textContent;

test("image uploader: only image types", async () => {
  await draw(<Uploader />);
  await paste(image("a.png"), image("b.svg", { type: "image/svg+xml" }), image("c.pdf", { type: "application/pdf" }));
  expect(names()).toEqual(["a.png"]);
  expect(notice()).toBe("b.svg is not a PNG, JPEG, GIF or WebP image.\nc.pdf is not a PNG, JPEG, GIF or WebP image.");
  expect(find("input").getAttribute("accept")).toBe("image/png,image/jpeg,image/gif,image/webp");
});

test("image uploader: 3 images by default. Hint: 'You can attach up to N images'", async () => {
  await draw(<Uploader />);
  expect(text()).toContain("You can attach up to 3 images");
  await paste(image("a.png"), image("b.png"));
  await paste(image("c.png"), image("d.png"), image("e.png"));
  expect(names()).toEqual(["a.png", "b.png", "c.png"]);
  expect(notice()).toBe("3 files maximum. 2 skipped.");
  expect(imagesMax).toBe(3);
});

test("image uploader: each at most 10MB, else '{file} is too large (over 10MB)'", async () => {
  await draw(<Uploader />);
  await paste(image("a $& b.png", { size: imageBytesMax + 1 }), image("c.png", { size: imageBytesMax }));
  expect(names()).toEqual(["c.png"]);
  expect(notice()).toBe("a $& b.png is too large (over 10MB)");
});

test("image uploader skips duplicates (same name, size and last-modified time), and shows what can be removed", async () => {
  await draw(<Uploader maxCount={5} />);
  await paste(image("a.png"), image("a.png"), image("a.png", { lastModified: 2 }));
  expect(names()).toEqual(["a.png", "a.png"]);
  expect(all("img")).toHaveLength(2);
  await press("button[aria-label='Remove a.png']");
  expect(names()).toEqual(["a.png"]);
});

test("image uploader ignores input when disabled", async () => {
  await draw(<Uploader disabled />);
  expect(await paste(image("a.png"))).toBe(false);
  expect(names()).toEqual([]);
  expect(find<HTMLButtonElement>("button").disabled).toBe(true);
});

test("a paste is handled once, and by nothing behind an open dialog", async () => {
  await draw(
    <>
      <Uploader />
      <dialog open>
        <Uploader />
        <Uploader />
      </dialog>
    </>,
  );
  await paste(image("a.png"));
  expect(all("li")).toHaveLength(1);
  expect(all("dialog li")).toHaveLength(1);
});
