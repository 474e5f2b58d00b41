import { expect, test } from "vitest";
import { shareUrl } from "./share-url.ts";

test("the activation post has the figures of the standard package and the user's invite link", () => {
  const { searchParams } = new URL(shareUrl("https://cloud.example", "ABC"));
  expect(searchParams.get("text")).toContain("IPFS 6GB, Arweave 100MB, bandwidth 100GB and 250 build minutes");
  expect(searchParams.get("url")).toBe("https://cloud.example/?inviteCode=ABC");
});
