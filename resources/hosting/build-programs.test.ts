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
])("'%s' needs of the machine %j", (command, expected) => {
  expect(programs(command)).toEqual(expected);
});

test("a script of package.json is looked into, also when it calls another one, or itself", () => {
  const scripts = { build: "npm run css && yarn site", css: "postcss a.css", site: "hugo", loop: "npm run loop" };
  expect(programs("npm run build", { scripts })).toEqual(["hugo"]);
  expect(programs("pnpm site", { scripts })).toEqual(["hugo"]);
  expect(programs("npm run --silent site", { scripts })).toEqual(["hugo"]);
  expect(programs("npm run css", { scripts })).toEqual([]);
  expect(programs("npm run loop", { scripts })).toEqual([]);
  expect(programs("npm ci", { scripts })).toEqual([]);
});

test("a program that a package brings is not asked of the machine", () => {
  expect(programs("hugo", { devDependencies: { "hugo-extended": "0.150" } })).toEqual([]);
  expect(programs("hugo", { dependencies: { "hugo-bin": "0.150" } })).toEqual([]);
});
