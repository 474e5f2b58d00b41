import { describe, expect, test } from "vitest";
import { inputOf } from "../../../../resources/define.ts";
import { projects } from "../../../../resources/hosting/projects.ts";
import { bodyOf, emptyValues, problemsOf, toProjectName, type NewProjectValues } from "./values.ts";

const detected = {
  framework: "vite",
  installCommand: "npm ci",
  buildCommand: "npm run build",
  outputDirectory: "dist",
};
const repository: NewProjectValues = {
  ...emptyValues,
  source: "repository",
  name: "blog",
  repoId: "r1",
  currentBranch: "main",
};

describe("a new project", () => {
  test.each([
    ["My Site 2.0", "my-site-2-0"],
    ["--Über uns--", "uber-uns"],
    ["日本", ""],
    ["a".repeat(60), "a".repeat(48)],
  ])("%j suggests the name %j", (text, name) => {
    expect(toProjectName(text)).toBe(name);
  });

  test("needs a name that can be a host name", () => {
    expect(problemsOf({ ...emptyValues, name: "" })["name"]).toBeDefined();
    expect(problemsOf({ ...emptyValues, name: "My Site" })["name"]).toContain("lower-case letters");
    expect(problemsOf({ ...emptyValues, name: "my-site" })).toEqual({});
  });

  test("tells which environment variable is wrong", () => {
    const env = [
      { key: "GOOD", value: "1" },
      { key: "not good", value: "2" },
      { key: "GOOD", value: "3" },
      { key: "", value: "" },
    ];
    const problems = problemsOf({ ...repository, env });
    expect(Object.keys(problems).toSorted()).toEqual(["env.1.key", "env.2.key"]);
  });

  test("sends what the declaration takes, with what was detected unless it was edited", () => {
    const body = bodyOf({ ...repository, buildCommand: "make", env: [{ key: "", value: "" }] }, detected);
    expect(inputOf(projects, "create").safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ installCommand: "npm ci", buildCommand: "make", outputDirectory: "dist", env: [] });
    const upload = bodyOf({ ...emptyValues, name: "site" }, undefined);
    expect(inputOf(projects, "create").safeParse(upload).error).toBeUndefined();
  });
});
