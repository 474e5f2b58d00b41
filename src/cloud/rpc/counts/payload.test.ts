import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { rpcPayloadMax, rpcPayloadTextMax } from "../../../../resources/rpc/limits.ts";
import { parseExactJson } from "../../engines/network/parse-json.ts";
import { payloadOf } from "./payload.ts";

const userKey = randomBytes(32).toString("base64url");
const error = { message: "execution reverted" };
const keptOf = (params: unknown): unknown => JSON.parse(payloadOf({ userKey, params }, error).params!);

test("addresses, hashes and amounts are kept as they were", () => {
  const params = [
    { to: `0x${"a".repeat(40)}`, data: `0x${"b".repeat(64)}`, value: "0x1", authorizationList: [] },
    "latest",
    null,
    true,
    1.5,
  ];
  expect(keptOf(params)).toEqual(params);
  const long = "[12345678901234567890123,1.0]";
  expect(payloadOf({ userKey, params: parseExactJson(long) }, error).params).toBe(long);
});

test("keys, tokens and passwords are removed wherever they are", () => {
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
  const other = randomBytes(32).toString("base64url");
  const secrets = { password: "p", Authorization: ["x"], api_key: { a: 1 }, privateKey: "0x1", mnemonic: "a b" };
  expect(
    keptOf([secrets, `/v1/polygon/mainnet/${userKey}`, `x${userKey}x`, other, `Bearer abc.def`, `a ${jwt} b`]),
  ).toEqual([
    Object.fromEntries(Object.keys(secrets).map((name) => [name, "[removed]"])),
    "/v1/polygon/mainnet/[removed]",
    "x[removed]x",
    "[removed]",
    "[removed]",
    "a [removed] b",
  ]);
  const sent = { userKey, method: "personal_importRawKey", params: ["a", "b"], origin: userKey, agent: `curl ${jwt}` };
  expect(payloadOf(sent, { message: `no ${userKey}`, data: { url: userKey } })).toEqual({
    method: "personal_importRawKey",
    params: '"[removed]"',
    origin: "[removed]",
    agent: "curl [removed]",
    error: "no [removed]",
    data: '{"url":"[removed]"}',
  });
});

test("what is kept has a limited size, whatever was sent", () => {
  const wide = Array.from({ length: 10_000 }, (_, n) => ({ [`name${n}`]: "y".repeat(50) }));
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], "end");
  const number = parseExactJson(`[${"9".repeat(100_000)}]`);
  for (const params of ["x".repeat(1_000_000), ["x".repeat(1_000_000)], wide, [wide, wide], deep, number])
    expect(payloadOf({ userKey, params }, error).params!.length).toBeLessThanOrEqual(rpcPayloadMax + 1);
  expect(keptOf(["x".repeat(2000)])).toEqual([`${"x".repeat(rpcPayloadTextMax)}…`]);
  const header = payloadOf(
    { userKey, origin: "o".repeat(9999), agent: "a".repeat(9999), method: "m".repeat(9999) },
    error,
  );
  expect(Object.values(header).every((text: string) => text.length <= 300)).toBe(true);
  const cut = payloadOf({ userKey, params: `${"z ".repeat(1990)}${userKey}${userKey}` }, error).params;
  expect(cut).not.toContain(userKey.slice(0, 10));
});

test("texts can be stored: without zero characters and halves of characters, and names stay names", () => {
  const { method, params } = payloadOf(
    { userKey, method: "a\0b\ud800", params: JSON.parse('{"__proto__":{"a":1}}') },
    error,
  );
  expect([method, params]).toEqual(["ab\ufffd", '{"__proto__":{"a":1}}']);
  expect(payloadOf({ userKey, params: "😀".repeat(5000) }, error).params!.isWellFormed()).toBe(true);
});
