import { Cell } from "@ton/core";
import { comment } from "@ton/ton";
import { expect, test } from "vitest";
import { commentPayload } from "./comment-payload.ts";

test.each(["", "land:0d7f0d1e-6a52-4c6f-9d1b-3f3a6f1f2a11", "Grüße ✓", "x".repeat(123)])(
  "%j is encoded as the cell that wallets use for a comment",
  (text) => {
    const [root] = Cell.fromBoc(Buffer.from(commentPayload(text), "base64"));
    const slice = root!.beginParse();
    expect(slice.loadUint(32)).toBe(0);
    expect(slice.loadStringTail()).toBe(text);
    if (text !== "") expect(root!.equals(comment(text))).toBe(true);
  },
);

test("a text that does not fit into one cell is refused", () => {
  expect(() => commentPayload("x".repeat(124))).toThrow(RangeError);
});
