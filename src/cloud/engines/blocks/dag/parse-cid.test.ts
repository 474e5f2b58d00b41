import { base10 } from "multiformats/bases/base10";
import { base16, base16upper } from "multiformats/bases/base16";
import { base2 } from "multiformats/bases/base2";
import { base256emoji } from "multiformats/bases/base256emoji";
import * as base32 from "multiformats/bases/base32";
import { base36, base36upper } from "multiformats/bases/base36";
import { base58btc, base58flickr } from "multiformats/bases/base58";
import { base64, base64pad, base64url, base64urlpad } from "multiformats/bases/base64";
import { base8 } from "multiformats/bases/base8";
import type { MultibaseCodec } from "multiformats/bases/interface";
import { CID } from "multiformats/cid";
import { expect, test } from "vitest";
import { ipfsPath } from "../../../../../resources/hosting/ipfs-path.ts";
import { canonicalContent } from "../../name-services/content-hash.ts";
import { parseName } from "../../../gateway/names/name.ts";
import { parseValue } from "../../../gateway/names/value.ts";
import { rootOf } from "../../../storage/pinning/rows.ts";
import { parseCid, parseKeyCid } from "./parse-cid.ts";

const text = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const key = "k51qzi5uqu5dlkw8pxuw9qmqayfdeh4kfebhmreauqdc6a7c3y7d5i9fi8mk9w";
const bases: readonly MultibaseCodec<string>[] = [
  base2,
  base8,
  base10,
  base16,
  base16upper,
  ...Object.values(base32),
  base36,
  base36upper,
  base58btc,
  base58flickr,
  base64,
  base64pad,
  base64url,
  base64urlpad,
  base256emoji,
];
/** A path can't contain the slash of base64. */
const inPaths = (one: string): boolean => !one.includes("/");

test.each(bases.map((base) => [base.name, base] as const))("a CID is read in %s, wherever one is", (_, base) => {
  const spelled = base.encoder.encode(CID.parse(text).bytes);
  expect(parseCid(spelled)?.toString()).toBe(text);
  expect(rootOf(`/ipfs/${spelled}`)).toBe(text);
  const named = base.encoder.encode(CID.parse(key, base36).bytes);
  expect(parseName(named)).toBe(key);
  if (!inPaths(spelled) || !inPaths(named)) return;
  expect(parseValue(`/ipfs/${spelled}/a`)).toEqual({ space: "ipfs", cid: text, path: ["a"] });
  expect(canonicalContent(`ipfs://${spelled}`)).toBe(`ipfs://${text}`);
  expect(canonicalContent(`ipns://${named}`)).toBe(`ipns://${key}`);
  for (const path of [`/ipfs/${spelled}`, `/ipns/${named}/docs`])
    expect(ipfsPath.schema.safeParse(path).success, path).toBe(true);
});

test("a version 0 CID keeps its version, and has no other spelling", () => {
  const old = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
  expect(parseCid(old)?.version).toBe(0);
  expect(parseCid(`z${old}`)).toBeUndefined();
  expect(parseCid(base32.base32.encode(CID.parse(old).bytes))).toBeUndefined();
});

test("an identity CID, short or of 128 bytes, is read", () => {
  expect(parseCid("bafkqaaa")?.multihash.digest).toHaveLength(0);
  const long = base2.encode(Uint8Array.from([1, 0x55, 0, 128, 1, ...new Uint8Array(128)]));
  expect(parseCid(long)?.multihash.size).toBe(128);
});

test("peer IDs are keys; content, other words and endless texts are none", () => {
  const peer = base58btc.encode(CID.parse(key, base36).multihash.bytes).slice(1);
  expect(parseKeyCid(peer)?.toString(base36)).toBe(key);
  expect(parseKeyCid(text)).toBeUndefined();
  for (const wrong of ["", "b", "hello", "example.com", `z${"1".repeat(5000)}`, "Qm", "1", `${text}a`])
    expect(parseCid(wrong) ?? parseKeyCid(wrong), wrong).toBeUndefined();
});
