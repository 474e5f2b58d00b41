import { expect, test } from "vitest";
import { sha256 } from "../bytes/sha256.ts";
import { contentIdOf } from "./content-id.ts";
import { digestOf } from "./digest-of.ts";

test("a CID stands for the digest inside it, any other ID for its own hash", () => {
  for (const text of ["", "<h1>Hello, world</h1>", "x".repeat(500)]) {
    const { cid, digest } = contentIdOf(text);
    expect(digestOf(cid)).toEqual(digest);
  }
  const id = "5f0c2a1e-6f4b-4a55-9d8e-0a2b4c6d8e0f";
  expect(digestOf(id)).toEqual(sha256(new TextEncoder().encode(id)));
});
