import { expect, test } from "vitest";
import { programsOf } from "./build-programs.ts";
import { manifestOf } from "./manifest.ts";

const programs = (command: string, manifest: object = {}) => programsOf(command, manifestOf(JSON.stringify(manifest)));

test.each([
  ["hugo --gc", ["hugo"]],
  ["HUGO_ENV=production hugo && ls", ["hugo"]],
  ["mkdir x; zola build", ["zola"]],
  ["(cd site && jekyll build)", ["jekyll"]],
  ["bundle exec jekyll build", ["bundle"]],
  ["bundle install && bundle exec middleman build", ["bundle"]],
  ["echo hugo", []],
  ["./hugo", []],
  ["npx hugo-bin", []],
  ["", []],
])("'%s' needs the installed programs %j", (command, expected) => {
  expect(programs(command)).toEqual(expected);
});

test("scripts of package.json are followed, including nested and recursive ones", () => {
  const scripts = { build: "npm run css && yarn site", css: "postcss a.css", site: "hugo", loop: "npm run loop" };
  expect(programs("npm run build", { scripts })).toEqual(["hugo"]);
  expect(programs("pnpm site", { scripts })).toEqual(["hugo"]);
  expect(programs("npm run --silent site", { scripts })).toEqual(["hugo"]);
  expect(programs("npm run css", { scripts })).toEqual([]);
  expect(programs("npm run loop", { scripts })).toEqual([]);
  expect(programs("npm ci", { scripts })).toEqual([]);
});

test("programs that a package provides need not be installed", () => {
  expect(programs("hugo", { devDependencies: { "hugo-extended": "0.150" } })).toEqual([]);
  expect(programs("hugo", { dependencies: { "hugo-bin": "0.150" } })).toEqual([]);
});
