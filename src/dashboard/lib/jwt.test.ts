import { expect, test } from "vitest";
import { jwtExpiresAtMs } from "./jwt.ts";

const jwt = (payload: object): string => `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`;

test("returns a token's expiry, in milliseconds", () => {
  expect(jwtExpiresAtMs(jwt({ exp: 1_800_000_000, sub: "Ä>>>???" }))).toBe(1_800_000_000_000);
});

test.each([jwt({}), jwt({ exp: "soon" }), "fh_a-token-for-deploying", "", "a.b.c"])("%s has no expiry", (token) => {
  expect(jwtExpiresAtMs(token)).toBeUndefined();
});
