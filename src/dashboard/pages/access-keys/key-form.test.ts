import { expect, test } from "vitest";
import { createAccessKey } from "../../../../resources/bucket/access-key-calls.ts";
import { blank, bodyOf, problemsIn } from "./key-form.ts";
import { scopeOf } from "./key-columns.tsx";
import { credentialsFile, snippets } from "./snippets.ts";

test("the form input becomes a valid request body", () => {
  const input = { ...blank, name: " Backup ", prefixes: "2026/\n\n2026/\n spaced/", lifetime: "7" } as const;
  const body = bodyOf(input, 1000);
  expect(body).toMatchObject({ name: "Backup", prefixes: ["2026/", " spaced/"], expiresAt: 1000 + 7 * 86_400 });
  expect(createAccessKey.body!.safeParse(body).success).toBe(true);
  expect(bodyOf({ ...blank, name: "x" }, 1000)).not.toHaveProperty("expiresAt");
});

test("a key needs a name and a permission", () => {
  expect(Object.keys(problemsIn({ ...blank, permissions: [] }))).toEqual(["name", "permissions"]);
  expect(problemsIn({ ...blank, name: "x" })).toEqual({});
  expect(problemsIn({ ...blank, name: "x".repeat(61) })).toHaveProperty("name");
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
