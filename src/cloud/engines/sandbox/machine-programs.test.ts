import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { missingProgram, programsToBind } from "./machine-programs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "freehold-programs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const put = async (name: string, mode = 0o755): Promise<string> => {
  await writeFile(join(folder, name), "#!/bin/sh\n");
  await chmod(join(folder, name), mode);
  return join(folder, name);
};

test.each([
  ["hugo", /^Hugo .*: apt-get install hugo, then deploy again\./],
  ["zola", /^Zola .*\/usr\/local\/bin/],
  ["jekyll", /^Jekyll .*: apt-get install jekyll/],
  ["middleman", /^Middleman .*: gem install middleman/],
  ["bundle", /^Bundler, Ruby's package manager, .*: apt-get install ruby-bundler/],
] as const)("without %s the error says how to install it", async (program, sentence) => {
  expect(await missingProgram([program], { PATH: folder }, [])).toMatch(sentence);
});

test("a single-file program is used from anywhere on PATH, also through a link", async () => {
  const real = await put("hugo-0.150");
  await symlink(real, join(folder, "hugo"));
  expect(await missingProgram(["hugo"], { PATH: `/nonexistent:${folder}` }, [])).toBeUndefined();
  expect((await programsToBind({ PATH: folder })).get("hugo")).toBe(real);
});

test("a program that is not executable or needs more than its file counts as missing", async () => {
  await put("hugo", 0o644);
  await put("jekyll");
  expect(await missingProgram(["hugo"], { PATH: folder }, [])).toMatch(/Hugo/);
  expect(await missingProgram(["jekyll"], { PATH: folder }, [])).toMatch(/Jekyll/);
});

test("a build that needs no programs misses none", async () => {
  expect(await missingProgram([], {}, [])).toBeUndefined();
});
