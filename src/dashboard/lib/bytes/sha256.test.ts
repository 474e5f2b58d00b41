import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

const reference = (message: Uint8Array) => createHash("sha256").update(message).digest("hex");

test("the digest equals the platform's own for every length around the block boundaries", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
    const message = new Uint8Array(randomBytes(length));
    expect(Buffer.from(sha256(message)).toString("hex")).toBe(reference(message));
  }
});
