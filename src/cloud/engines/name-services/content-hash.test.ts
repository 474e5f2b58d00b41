import { expect, it } from "vitest";
import { canonicalContent, contentHashOf, contentInHash } from "./content-hash.ts";

// The examples of EIP-1577.
const v0 = "QmRAQB6YaCyidP37UdDnjFY5vQuiBrcqdyoW1CuDgwxkD4";
const hash = "0xe3010170122029f2d17be6139079dc48696d1f582a8530eb9805b561eda517e22a892c7e3f1f";

it("encodes a CID as the content hash of EIP-1577 and decodes it", () => {
  const content = canonicalContent(`ipfs://${v0}`)!;
  expect(content).toMatch(/^ipfs:\/\/bafybei/);
  expect(contentHashOf(content)).toBe(hash);
  expect(contentInHash(hash)).toBe(content);
  expect(canonicalContent(`${content}/`)).toBe(content);
});

it("encodes each form of an IPNS name as the same bytes", () => {
  const peer = "12D3KooWK99VoVxNE7XzyBwXEzW7xhK7Gpv85r9F3V3fyKSUKPH5";
  const content = canonicalContent(`ipns://${peer}`)!;
  expect(content).toMatch(/^ipns:\/\/k51qzi5uqu5d/);
  expect(contentHashOf(content)).toMatch(/^0xe50101720024080112/);
  expect(contentInHash(contentHashOf(content))).toBe(content);
});

it("recognizes other content", () => {
  for (const text of [
    "",
    "ipfs://",
    "ipfs://hello",
    "https://a.example",
    `ipns://${v0.slice(0, 20)}`,
    `ipfs://${v0}/folder`,
  ])
    expect(canonicalContent(text)).toBeUndefined();
  // A CID is not an IPNS name.
  expect(canonicalContent("ipns://bafybeibj6lixxzqtsb45ysdjnupvqkufgdvzqbnvmhw2kf7cfkesy7r7d4")).toBeUndefined();
  expect(contentInHash("0x")).toBe("");
  expect(contentInHash("0xe40101fa011b20")).toBe("0xe40101fa011b20");
  expect(contentInHash("0xe301ffff")).toBe("0xe301ffff");
});
