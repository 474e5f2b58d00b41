import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), "freehold-box-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
};

test("a sealed secret can be opened by any process of the instance, for the same purpose only", () => {
  const DATA_DIR = folder();
  const sealed = createSecretBox({ DATA_DIR }).seal("token of ann", "gho_123");
  expect(sealed.includes("gho_123")).toBe(false);
  expect(createSecretBox({ DATA_DIR }).open("token of ann", sealed)).toBe("gho_123");
  expect(() => createSecretBox({ DATA_DIR }).open("token of bob", sealed)).toThrow();
  sealed[sealed.length - 1]! ^= 1;
  expect(() => createSecretBox({ DATA_DIR }).open("token of ann", sealed)).toThrow();
});

test("the key file is readable by its owner only, and SECRET_KEY takes precedence", () => {
  const DATA_DIR = folder();
  createSecretBox({ DATA_DIR }).seal("x", "y");
  expect(statSync(join(DATA_DIR, "secret-key")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(DATA_DIR, "secret-key"), "utf8")).toHaveLength(43);
  const SECRET_KEY = "a".repeat(32);
  const sealed = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY }).seal("x", "y");
  expect(createSecretBox({ DATA_DIR: "/elsewhere", SECRET_KEY }).open("x", sealed)).toBe("y");
  expect(() => createSecretBox({ DATA_DIR }).open("x", sealed)).toThrow();
});

test("while one key replaces another, processes with either as their own open what the other seals", () => {
  const [SECRET_KEY, SECRET_KEY_OTHER] = ["a".repeat(32), "b".repeat(32)];
  const box = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY, SECRET_KEY_OTHER });
  const other = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY: SECRET_KEY_OTHER, SECRET_KEY_OTHER: SECRET_KEY });
  expect(box.open("x", other.seal("x", "y"))).toBe("y");
  expect(other.open("x", box.seal("x", "y"))).toBe("y");
  expect(box.reseal("x", box.seal("x", "y"))).toBeUndefined();
  const alone = createSecretBox({ DATA_DIR: "/nowhere", SECRET_KEY });
  expect(alone.open("x", box.reseal("x", other.seal("x", "y"))!)).toBe("y");
});
