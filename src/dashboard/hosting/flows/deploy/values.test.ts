import { describe, expect, test } from "vitest";
import { inputOf } from "../../../../../resources/declare/define.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import {
  createFromTemplate,
  templateForm,
  type Template,
} from "../../../../../resources/hosting/templates/templates.ts";
import { toProjectName } from "../../../../../resources/hosting/to-project-name.ts";
import { messages } from "../../../../../resources/declare/messages.ts";
import { buildDefaults, placeholdersOf } from "./build-defaults.ts";
import { bodyOf, emptyValues, problemsOf, toIpfsPath, type DetectedBuild, type NewProjectValues } from "./values.ts";

const detected: DetectedBuild = {
  framework: "vite",
  installCommand: "npm ci",
  buildCommand: "npm run build",
  outputDirectory: "dist",
  scripts: { build: "vite build" },
  engines: {},
  nodeVersion: "22",
  toolMissing: "",
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

  test("needs a name that is a valid host name", () => {
    expect(problemsOf({ ...emptyValues, name: "" })["name"]).toBeDefined();
    expect(problemsOf({ ...emptyValues, name: "My Site" })["name"]).toContain("lowercase letters");
    expect(problemsOf({ ...emptyValues, name: "my-site" })).toEqual({});
  });

  test("shows which environment variable is invalid", () => {
    const env = [
      { key: "GOOD", value: "1" },
      { key: "not good", value: "2" },
      { key: "GOOD", value: "3" },
      { key: "", value: "" },
    ];
    const problems = problemsOf({ ...repository, env });
    expect(Object.keys(problems).toSorted()).toEqual(["env.1.key", "env.2.key"]);
  });

  test("may give a variable one value in production and another in previews", () => {
    const env = [
      { key: "URL", value: "1", scope: "production" },
      { key: "URL", value: "2", scope: "preview" },
    ] as const;
    expect(problemsOf({ ...repository, env })).toEqual({});
    for (const third of [{ key: "URL", value: "3" }, { ...env[0] }])
      expect(problemsOf({ ...repository, env: [...env, third] })).toEqual({
        "env.2.key": "This name is already used above.",
      });
  });

  test("has 100 environment variables at most", () => {
    const env = Array.from({ length: 101 }, (_, index) => ({ key: `NAME_${index}`, value: "" }));
    expect(problemsOf({ ...repository, env })).toEqual({ env: "100 variables maximum." });
    expect(problemsOf({ ...repository, env: env.slice(1) })).toEqual({});
  });

  test("sends the declared fields, with the detected settings unless edited", () => {
    const body = bodyOf({ ...repository, buildCommand: "make", env: [{ key: "", value: "" }] }, detected);
    expect(inputOf(projects, "create").safeParse(body).error).toBeUndefined();
    expect(body).toMatchObject({ installCommand: "npm ci", buildCommand: "make", outputDirectory: "dist", env: [] });
    const upload = bodyOf({ ...emptyValues, name: "site" }, undefined);
    expect(inputOf(projects, "create").safeParse(upload).error).toBeUndefined();
  });
});

const name = "k51qzi5uqu5dlkw8pxuw9qmqayfdeh4kfebhmreauqdc6a7c3y7d5i9fi8mk9w";
const cid = "bafybeibdsi225ugbkmpbdohnxioyab6jsqrmkts3twhpvfnzp77xtzpyhe";

describe("a hash", () => {
  test.each([
    [cid, `/ipfs/${cid}`],
    [`ipfs://${cid}/docs`, `/ipfs/${cid}/docs`],
    [`https://ipfs.io/ipfs/${cid}/docs/?x=1#y`, `/ipfs/${cid}/docs/`],
    [`http://${cid}.ipfs.localhost:4040/`, `/ipfs/${cid}`],
    [` /ipfs/${cid} `, `/ipfs/${cid}`],
    ["QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG", "/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG"],
    [name, `/ipns/${name}`],
    [`https://dweb.link/ipns/${name}/docs?x=1`, `/ipns/${name}/docs`],
    ["my site", "my site"],
    ["https://example.com/", "https://example.com/"],
  ])("is accepted in common notations: %s", (input, path) => {
    expect(toIpfsPath(input)).toBe(path);
  });

  test("a CID is Qm and 44 characters or b and 58", () => {
    const problems = (ipfsPath: string) => problemsOf({ ...emptyValues, source: "hash", name: "site", ipfsPath });
    expect(problems(`/ipfs/${cid}`)).toEqual({});
    expect(problems(`/ipfs/${cid}/a/b/`)).toEqual({});
    expect(problems(`/ipns/${name}/docs`)).toEqual({});
    for (const invalid of ["", "/ipfs/", `/ipfs/${cid}a`, `/ipns/${cid}`, cid])
      expect(problems(invalid)["ipfsPath"], invalid).toBeDefined();
  });
});

describe("build settings", () => {
  test("the detected framework keeps the repository's settings", () => {
    expect(buildDefaults(detected)).toMatchObject({ framework: "vite", installCommand: "npm ci", nodeVersion: "22" });
  });

  test("selecting another framework sets its commands, by the repository's own scripts if present", () => {
    expect(buildDefaults(detected, "gatsby")).toMatchObject({
      buildCommand: "npm run build",
      outputDirectory: "public",
    });
    expect(buildDefaults({ ...detected, scripts: {} }, "eleventy")).toMatchObject({
      framework: "eleventy",
      buildCommand: "npx @11ty/eleventy",
      outputDirectory: "_site",
    });
    expect(buildDefaults({ ...detected, scripts: {} }, "other")).toMatchObject({
      buildCommand: "",
      outputDirectory: "",
    });
    expect(buildDefaults(undefined, "hugo")).toMatchObject({ framework: "hugo" });
  });

  test("placeholders show the default commands", () => {
    expect(placeholdersOf("other").outputDirectory).not.toBe("");
    expect(placeholdersOf("vite").installCommand).toContain("lockfile");
  });
});

describe("a template", () => {
  const template: Template = {
    id: "note",
    name: "Note",
    description: "",
    picture: "",
    tags: [],
    configJson: templateForm.parse({
      config: [{ name: "All", options: [{ type: "text", key: "title", label: "Title", value: "", required: true }] }],
    }),
  };
  const values: NewProjectValues = { ...emptyValues, source: "template", name: "note", templateId: "note" };

  test("missing values of its form are reported on their fields", () => {
    expect(problemsOf(values, template)).toEqual({ "configJson.title": messages.fieldRequired });
  });

  test("each template keeps its own values, and only the selected one's are sent", () => {
    const both = { ...values, templateValues: { note: { title: "Hello" }, other: { title: "Bye" } } };
    const body = bodyOf(both, undefined);
    expect(createFromTemplate.body?.parse(body)).toEqual({
      projectName: "note",
      exactAddress: true,
      platform: "IPFS",
      web3TemplateId: "note",
      configJson: { title: "Hello" },
    });
  });
});
