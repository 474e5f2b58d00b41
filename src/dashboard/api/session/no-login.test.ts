import { expect, test } from "vitest";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { allowsNoLogin } from "./no-login.ts";

const at = (path: string) => new URL(path, "http://localhost:4040");
const user = { username: "ada", github: null } as UserInfo;

test("AllowNoLogin mode is on when the URL contains type=clone-flow and is dropped once user info shows a linked code-hosting account", () => {
  expect(allowsNoLogin(at("/hosting/new?type=clone-flow&template=links"))).toBe(true);
  expect(allowsNoLogin(at("/hosting/new?type=clone-flow"), user)).toBe(true);
  expect(allowsNoLogin(at("/hosting/new?type=clone-flow"), { ...user, github: { name: "ada" } })).toBe(false);
});

test.each(["/hosting/new", "/hosting/new?type=other", "/hosting/projects?type=clone-flow", "/?type=clone-flow"])(
  "%s is not opened without login",
  (path) => {
    expect(allowsNoLogin(at(path))).toBe(false);
  },
);
