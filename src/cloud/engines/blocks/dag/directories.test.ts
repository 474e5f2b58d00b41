import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { directoryOf, rawBlock } from "../../../../../tests/support/ipfs/dag.ts";
import { createDirectories } from "./directories.ts";

test("the directory cache is limited by the memory of its links", async () => {
  const { cid: leaf } = await rawBlock("leaf");
  const linksEach = 500;
  const directories = createDirectories(async (cids) => cids.map((cid) => blocks.get(cid.toString())));
  const blocks = new Map<string, Uint8Array>();
  const cids: CID[] = [];
  for (let number = 0; number < 120; number += 1) {
    const names = Array.from({ length: linksEach }, (_, at) => `${String(number).padStart(4, "0")}-${at}.html`);
    const { cid, bytes } = await directoryOf(names.toSorted().map((name) => ({ name, cid: leaf })));
    blocks.set(cid.toString(), bytes);
    cids.push(cid);
    expect((await directories.get(cid))?.links.size).toBe(linksEach);
  }
  const cached = cids.filter((cid) => directories.peek(cid));
  expect(cached.length * linksEach).toBeLessThan(45_000);
  expect(cached).toContain(cids.at(-1));
  expect(cached).not.toContain(cids[0]);
});
