import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { open, seal } from "./crypt.ts";

const key = "k".repeat(32);
const MiB = 1024 * 1024;
const sealed = (plain: Buffer, name = "a") => buffer(seal(key, name, [plain]));
const opened = (bytes: Buffer, secret = key, name = "a") => buffer(open(secret, name, [bytes]));

test.each([0, 1, MiB - 1, MiB, MiB + 1, 3 * MiB, 3 * MiB + 17])(
  "a file of %i bytes is opened as it was sealed, whatever the chunks",
  async (size) => {
    const plain = randomBytes(size);
    const bytes = await sealed(plain);
    expect((await opened(bytes)).equals(plain)).toBe(true);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 70_001) }, (_, at) =>
      bytes.subarray(at * 70_001, (at + 1) * 70_001),
    );
    expect((await buffer(open(key, "a", chunks))).equals(plain)).toBe(true);
  },
);

test("another key, another name, a changed byte, a missing or moved piece and a cut end are noticed", async () => {
  const bytes = await sealed(randomBytes(2 * MiB + 5));
  const [head, piece] = [20, MiB + 16];
  const flipped = Buffer.from(bytes);
  flipped[head + 10]! ^= 1;
  const swapped = Buffer.concat([
    bytes.subarray(0, head),
    bytes.subarray(head + piece, head + 2 * piece),
    bytes.subarray(head, head + piece),
    bytes.subarray(head + 2 * piece),
  ]);
  const withoutLast = bytes.subarray(0, head + 2 * piece);
  for (const wrong of [flipped, swapped, withoutLast, bytes.subarray(0, -1), bytes.subarray(0, head)])
    await expect(opened(wrong)).rejects.toThrow("can't be decrypted");
  await expect(opened(bytes, "x".repeat(32))).rejects.toThrow("can't be decrypted");
  await expect(opened(bytes, key, "b")).rejects.toThrow("can't be decrypted");
  await expect(opened(Buffer.from("something else"))).rejects.toThrow("is not an encrypted backup file");
});
