import { expect, test } from "vitest";
import { nftOf } from "./nft-metadata.ts";
import { previewKindOf } from "./preview-kind.ts";

test("the extension decides the preview, then the media type", () => {
  const octets = "application/octet-stream";
  expect(previewKindOf("Photo.JPG", octets)).toBe("image");
  expect(previewKindOf("index.html", "text/html")).toBe("text");
  expect(previewKindOf("Makefile", octets)).toBe("text");
  expect(previewKindOf("model.glb", octets)).toBe("model");
  expect(previewKindOf("noname", "application/ld+json; charset=utf-8")).toBe("json");
  expect(previewKindOf("noname", "audio/mpeg")).toBe("audio");
  expect(previewKindOf("archive.zip", "application/zip")).toBe("none");
  expect(previewKindOf("noname", octets)).toBe("none");
});

test("NFT metadata has a name and an image; traits of any shape become text", () => {
  const found = nftOf({
    name: "Apple #1",
    description: "Red",
    image: "ipfs://bafy/1.png",
    attributes: [{ trait_type: "Colour", value: "red" }, { value: 3 }, null, { trait_type: "Deep", value: { x: 1 } }],
  });
  expect(found).toEqual({
    name: "Apple #1",
    description: "Red",
    image: "ipfs://bafy/1.png",
    traits: [
      { name: "Colour", value: "red" },
      { name: "", value: "3" },
      { name: "Deep", value: '{"x":1}' },
    ],
  });
  expect(nftOf({ name: "package", version: "1.0.0" })).toBeUndefined();
  expect(nftOf([1])).toBeUndefined();
  expect(nftOf(null)).toBeUndefined();
});
