import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findPrograms } from "./programs.ts";
import { machineRegistries, onlyHosts, registriesIn } from "./registries.ts";

test("builds use npm's configured registries, including scoped ones, without credentials", () => {
  const registries = registriesIn({
    registry: "https://me:secret@packages.example.com/npm/",
    "@acme:registry": "http://127.0.0.1:4873/",
    "//packages.example.com/npm/:_authToken": "(protected)",
    "replace-registry-host": "npmjs",
  });
  expect(registries).toEqual({
    hosts: ["packages.example.com", "127.0.0.1:4873"],
    main: "https://packages.example.com/npm/",
    npmrc: "registry=https://packages.example.com/npm/\n@acme:registry=http://127.0.0.1:4873/\n",
  });
});

test("registries outside of the operator's setting are omitted", () => {
  const registries = registriesIn({
    registry: "https://packages.example.com/",
    "@acme:registry": "https://acme.example.com/",
  });
  expect(onlyHosts(registries, ["acme.example.com"])).toEqual({
    hosts: ["acme.example.com"],
    main: undefined,
    npmrc: "@acme:registry=https://acme.example.com/\n",
  });
});

test("the configuration is read from the system's npm with its original settings", async () => {
  const programs = await findPrograms(process.env);
  if (typeof programs === "string") return;
  const folder = await mkdtemp(join(tmpdir(), "freehold-npmrc-"));
  const before = process.env["npm_config_userconfig"];
  onTestFinished(async () => {
    if (before === undefined) delete process.env["npm_config_userconfig"];
    else process.env["npm_config_userconfig"] = before;
    await rm(folder, { recursive: true });
  });
  await writeFile(
    join(folder, "npmrc"),
    "registry=https://mirror.example.com/\n@acme:registry=https://acme.example.com/\n",
  );
  process.env["npm_config_userconfig"] = join(folder, "npmrc");
  const { hosts } = await machineRegistries(programs);
  expect(hosts).toContain("acme.example.com");
});
