import { CID } from "multiformats/cid";
import * as raw from "multiformats/codecs/raw";
import { sha256 } from "multiformats/hashes/sha2";
import { expect, test } from "vitest";
import { contentIdOf } from "./content-id.ts";

test("a text's content id is the CID that IPFS computes for a file with these bytes", async () => {
  for (const text of ["", "hello world\n", "<h1>Grüße</h1>", "x".repeat(5000)]) {
    const digest = await sha256.digest(raw.encode(new TextEncoder().encode(text)));
    expect(contentIdOf(text).cid).toBe(CID.createV1(raw.code, digest).toString());
  }
});
