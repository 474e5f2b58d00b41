/** docs/contribute/adding-a-resource.md, followed exactly in a copy of the project. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { projectAfter } from "../../support/server/documented-steps.ts";
import { signIn } from "../../support/account/sign-in.ts";

const run = promisify(execFile);
let copy: string;
let url: string;
let authorization: string;

beforeAll(async () => {
  copy = await projectAfter("docs/contribute/adding-a-resource.md");
});

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/api/hosting/bookmark${path}`, {
    method,
    headers: { authorization, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...((await response.json()) as { data: never; message: string }) };
};

test("a new resource takes at most 60 lines", async () => {
  const guide = await readFile(new URL("../../../docs/contribute/adding-a-resource.md", import.meta.url), "utf8");
  const blocks = [...guide.matchAll(/^```(ts|diff) \S+\n([\s\S]*?)^```$/gm)];
  const lines = blocks.flatMap(([, kind, text]) =>
    text!
      .trim()
      .split("\n")
      .filter((line) => kind === "ts" || line.startsWith("+")),
  );
  expect(lines.length).toBeLessThanOrEqual(60);
});

test("a new resource needs one declaration, one table and its routes: the types match", async () => {
  await run(process.execPath, [join(copy, "src/cloud/migrations/freeze.ts")], { cwd: copy });
  const tsc = join(copy, "node_modules/typescript/bin/tsc");
  // Tests and benches don't see the new resource.
  const product = {
    extends: "./tsconfig.json",
    include: ["resources", "src"],
    exclude: ["**/*.test.ts", "**/*.test.tsx"],
  };
  await writeFile(join(copy, "tsconfig.product.json"), JSON.stringify(product));
  const only = ["--noEmit", "--project", "tsconfig.product.json"];
  const complaints = await run(process.execPath, [tsc, ...only], { cwd: copy }).catch(({ stdout }) => ({ stdout }));
  expect(complaints.stdout).toBe("");
});

test("the new resource's endpoints, validation and permissions derive from the declaration", async () => {
  const { url: databaseUrl } = await testDatabase();
  const cloud = startCloudProcess(await temporaryFolder(), { DATABASE_URL: databaseUrl }, copy);
  url = await cloud.ready;
  const refused = await fetch(`${url}/api/hosting/bookmark`);
  expect(refused.status).toBe(401);
  authorization = (await signIn(url, privateKeyToAccount(generatePrivateKey()))).accessToken;

  const invalid = await call("POST", "", { name: "", address: "nowhere" });
  expect(invalid.status).toBe(422);
  expect(Object.keys(invalid.data)).toEqual(["name", "address"]);

  const made = await call("POST", "", { name: "Reading", address: "https://example.com/a" });
  expect(made).toMatchObject({ status: 200, data: { name: "Reading", address: "https://example.com/a" } });
  const { id } = made.data as { id: string };
  const edited = await call("PUT", `/${id}`, { name: "Read", address: "https://example.com/b", note: "done" });
  expect(edited.data).toMatchObject({ id, name: "Read", note: "done" });
  const cleared = await call("PUT", `/${id}`, { name: "Read", address: "https://example.com/b" });
  expect(cleared.data).not.toHaveProperty("note");
  expect((await call("GET", "?keyword=ead")).data).toMatchObject({ total: 1, items: [{ id, name: "Read" }] });
  expect((await call("GET", "?keyword=_ead")).data).toMatchObject({ total: 0 });

  const owner = authorization;
  authorization = (await signIn(url, privateKeyToAccount(generatePrivateKey()))).accessToken;
  expect((await call("GET", `/${id}`)).status).toBe(404);
  expect((await call("DELETE", `/${id}`)).status).toBe(404);
  authorization = owner;
  expect((await call("DELETE", `/${id}`)).status).toBe(200);
  expect((await call("GET", "")).data).toMatchObject({ total: 0 });

  const logs = `${url}/api/auth/user/activity/action/logs?keyword=read`;
  const logged = (await (await fetch(logs, { headers: { authorization } })).json()) as { data: { items: object[] } };
  expect(logged.data.items).toMatchObject([
    { action: "HOSTING_DELETE_BOOKMARK", target: "Read" },
    { action: "HOSTING_EDIT_BOOKMARK", target: "Read" },
    { action: "HOSTING_EDIT_BOOKMARK", target: "Read" },
    { action: "HOSTING_CREATE_BOOKMARK", target: "Reading" },
  ]);
});

test("the new resource's calls are described in OpenAPI", async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  expect(Object.keys(paths["/api/hosting/bookmark"]!)).toEqual(["get", "post"]);
  expect(Object.keys(paths["/api/hosting/bookmark/{id}"]!)).toEqual(["get", "put", "delete"]);
});

test("the new resource's routes, titles, menu entry and place in the palette derive from the declaration", async () => {
  const { menuOf, planRoutes, documentTitle, placesOf, declared } = await derivedIn(copy);
  const everything = () => true;
  const own = planRoutes(declared).filter(({ id }) => id.startsWith("bookmarks."));
  expect(own.map(({ id, path }) => [id, path])).toEqual([
    ["bookmarks.list", "/bookmarks"],
    ["bookmarks.create", "/bookmarks/new"],
    ["bookmarks.edit", "/bookmarks/:id/edit"],
  ]);
  expect(own.map(({ handle }) => documentTitle(declared, handle, { id: "1" }, "Freehold"))).toEqual([
    "Bookmarks - Hosting - Freehold",
    "Create bookmark - Hosting - Freehold",
    "Edit bookmark - Hosting - Freehold",
  ]);
  const hosting = menuOf(declared, everything, everything).find(({ section }) => section === "Hosting")!;
  expect(hosting.items.at(-1)).toEqual({ to: "/bookmarks", label: "Bookmarks", icon: "link" });
  const places = placesOf(declared, everything, everything).map(({ to }) => to);
  expect(places).toEqual(expect.arrayContaining(["/bookmarks", "/bookmarks/new"]));
});

/** Runs in the copy with its own interpreter and registry. */
const derivedIn = async (project: string) => {
  const load = (path: string): Promise<unknown> => import(/* @vite-ignore */ pathToFileURL(join(project, path)).href);
  const derive = "src/dashboard/framework/derive";
  const modules = await Promise.all([
    load(`${derive}/routes.ts`) as Promise<typeof import("../../../src/dashboard/framework/derive/routes.ts")>,
    load(`${derive}/titles.ts`) as Promise<typeof import("../../../src/dashboard/framework/derive/titles.ts")>,
    load(`${derive}/menu.ts`) as Promise<typeof import("../../../src/dashboard/framework/derive/menu.ts")>,
    load(`${derive}/palette.ts`) as Promise<typeof import("../../../src/dashboard/framework/derive/palette.ts")>,
    load("resources/index.ts") as Promise<typeof import("../../../resources/index.ts")>,
  ]);
  const [routes, titles, menu, palette, declared] = modules;
  return { ...routes, ...titles, ...menu, ...palette, declared };
};
