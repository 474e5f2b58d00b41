import { expect, test } from "vitest";
import { accessKeys } from "../../../../resources/storage/access-keys.ts";
import { inputOf } from "../../../../resources/declare/define.ts";
import { sentValue } from "../../framework/forms/control.tsx";
import { scopeOf } from "./scope-of.ts";
import { credentialsFile, snippets } from "./snippets.ts";

const body = inputOf(accessKeys, "create");
const messagesOf = (input: object) => body.safeParse(input).error?.issues.map(({ message }) => message);

test("prefixes keep their spaces, and blank lines are dropped", () => {
  expect(sentValue(accessKeys.fields.prefixes, ["2026/", "", " spaced/"])).toEqual(["2026/", " spaced/"]);
  expect(body.safeParse({ name: "Backup", prefixes: [""] }).success).toBe(false);
});

test("a key needs a name and a permission, and has all permissions by default", () => {
  expect(messagesOf({ name: " ", permissions: [] })).toEqual(["Name is required.", "Choose at least one permission."]);
  expect(messagesOf({ name: "x".repeat(61) })).toEqual(["Name: 60 characters maximum."]);
  expect(body.parse({ name: " Backup " })).toEqual({
    name: "Backup",
    permissions: ["read", "write", "delete"],
    buckets: [],
    prefixes: [],
  });
});

test("the scope of a key fits in one line", () => {
  expect(scopeOf({ permissions: ["read", "write", "delete"], buckets: [], prefixes: [] })).toBe(
    "Everything in all buckets",
  );
  expect(scopeOf({ permissions: ["read", "write"], buckets: ["photos"], prefixes: ["2026/"] })).toBe(
    "Read and write in photos (prefix 2026/)",
  );
});

test("snippets contain the endpoint and the key, and a placeholder without a secret", () => {
  for (const { code } of Object.values(snippets)) {
    const text = code("http://localhost:4040/s3", { accessKey: "FHKEY" });
    expect(text).toContain("http://localhost:4040/s3");
    expect(text).toContain("FHKEY");
    expect(text).toContain("<secret>");
    expect(code("e", { accessKey: "FHKEY", secretKey: "shh" })).toContain("shh");
  }
  expect(credentialsFile({ accessKey: "FHKEY", secretKey: "shh" })).toContain("aws_secret_access_key = shh");
});
