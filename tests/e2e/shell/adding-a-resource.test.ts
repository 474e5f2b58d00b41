/** docs/contribute/adding-a-resource.md, followed exactly in a copy of the project: what the declaration adds to server and dashboard. */
import { execFile } from "node:child_process";
import { readFile, writeFile, cp, mkdir, symlink } from "node:fs/promises";
import { join, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect as vitestExpect } from "vitest";
import { reopenPage } from "../../support/account/enter.ts";
import { signIn } from "../../support/account/sign-in.ts";
import { heading } from "../../support/account/visitor.ts";
import { complaintsAbout } from "../../support/browser/accessibility.ts";
import { storedTokens } from "../../support/browser/browser-session.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { chooseEntry } from "../../support/browser/menu.ts";
import { testDatabase } from "../../support/database/database.ts";
import { callerOf } from "../../support/server/api.ts";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";

const root = join(import.meta.dirname, "../../..");
const project = ["resources", "src", "tests", "scripts", "bench", "docs", "samples"];
const settings = ["package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "vitest.config.ts"];

/** Returns a copy of the project after all steps of the documents; deleted when the test file ends. */
const projectAfter = async (...documents: readonly string[]): Promise<string> => {
  const copy = await temporaryFolder();
  await Promise.all(
    [...project, ...settings].map((path) => cp(join(root, path), join(copy, path), { recursive: true })),
  );
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  for (const document of documents)
    for (const step of stepsIn(await readFile(join(root, document), "utf8"))) await applyStep(copy, step);
  return copy;
};

interface DocumentedStep {
  readonly kind: string;
  readonly path: string;
  readonly text: string;
}

/** The blocks of the document that name a file, in order. */
const stepsIn = (markdown: string): DocumentedStep[] =>
  [...markdown.matchAll(/^```(\w+) (\S+)\n([\s\S]*?)^```$/gm)].map(([, kind, path, text]) => ({
    kind: kind!,
    path: path!,
    text: text!,
  }));

/** Writes the file, or makes the change. Throws when the file does not have the lines that the change starts from, once. */
const applyStep = async (root: string, { kind, path, text }: DocumentedStep): Promise<void> => {
  const target = join(root, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, kind === "diff" ? changed(await readFile(target, "utf8"), path, text) : text);
};

const changed = (source: string, path: string, diff: string): string => {
  const lines = diff.split("\n").filter(Boolean);
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => `${line.slice(1)}\n`);
  const after = lines.filter((line) => !line.startsWith("-")).map((line) => `${line.slice(1)}\n`);
  const parts = source.split(before.join(""));
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} places for this change:\n${diff}`);
  return parts.join(after.join(""));
};

const run = promisify(execFile);
let copy: string;
let url: string;
let authorization: string;

beforeAll(async () => {
  copy = await projectAfter("docs/contribute/adding-a-resource.md");
  const vite = join(copy, "node_modules/vite/bin/vite.js");
  await Promise.all([
    run(process.execPath, [join(copy, "src/cloud/migrations/freeze.ts")], { cwd: copy }),
    run(process.execPath, [vite, "build", "--mode", "uncompressed", "--logLevel", "error"], {
      cwd: copy,
      env: { ...process.env, NODE_ENV: "production" },
    }),
  ]);
  const database = await testDatabase();
  url = await startCloudProcess(await temporaryFolder(), { DATABASE_URL: database.url }, copy).ready;
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
  vitestExpect(lines.length).toBeLessThanOrEqual(60);
});

test("a new resource needs one declaration, one table and its routes: the types match", async () => {
  const tsc = join(copy, "node_modules/typescript/bin/tsc");
  // Neither tests nor the dashboard name the new resource.
  const product = { extends: "./tsconfig.json", include: ["resources", "src/cloud"], exclude: ["**/*.test.ts"] };
  await writeFile(join(copy, "tsconfig.product.json"), JSON.stringify(product));
  const only = ["--noEmit", "--project", "tsconfig.product.json"];
  const complaints = await run(process.execPath, [tsc, ...only], { cwd: copy }).catch(({ stdout }) => ({ stdout }));
  vitestExpect(complaints.stdout).toBe("");
});

test("the new resource's endpoints, validation and permissions derive from the declaration", async () => {
  const refused = await fetch(`${url}/api/hosting/bookmark`);
  vitestExpect(refused.status).toBe(401);
  authorization = (await signIn(url, privateKeyToAccount(generatePrivateKey()))).accessToken;

  const invalid = await call("POST", "", { name: "", address: "nowhere" });
  vitestExpect(invalid.status).toBe(422);
  vitestExpect(Object.keys(invalid.data)).toEqual(["name", "address"]);

  const made = await call("POST", "", { name: "Reading", address: "https://example.com/a" });
  vitestExpect(made).toMatchObject({ status: 200, data: { name: "Reading", address: "https://example.com/a" } });
  const { id } = made.data as { id: string };
  const edited = await call("PUT", `/${id}`, { name: "Read", address: "https://example.com/b", note: "done" });
  vitestExpect(edited.data).toMatchObject({ id, name: "Read", note: "done" });
  const cleared = await call("PUT", `/${id}`, { name: "Read", address: "https://example.com/b" });
  vitestExpect(cleared.data).not.toHaveProperty("note");
  vitestExpect((await call("GET", "?keyword=ead")).data).toMatchObject({ total: 1, items: [{ id, name: "Read" }] });
  vitestExpect((await call("GET", "?keyword=_ead")).data).toMatchObject({ total: 0 });

  const owner = authorization;
  authorization = (await signIn(url, privateKeyToAccount(generatePrivateKey()))).accessToken;
  vitestExpect((await call("GET", `/${id}`)).status).toBe(404);
  vitestExpect((await call("DELETE", `/${id}`)).status).toBe(404);
  authorization = owner;
  vitestExpect((await call("DELETE", `/${id}`)).status).toBe(200);
  vitestExpect((await call("GET", "")).data).toMatchObject({ total: 0 });

  const logs = `${url}/api/auth/user/activity/action/logs?keyword=read`;
  const logged = (await (await fetch(logs, { headers: { authorization } })).json()) as { data: { items: object[] } };
  vitestExpect(logged.data.items).toMatchObject([
    { action: "HOSTING_DELETE_BOOKMARK", target: "Read" },
    { action: "HOSTING_EDIT_BOOKMARK", target: "Read" },
    { action: "HOSTING_EDIT_BOOKMARK", target: "Read" },
    { action: "HOSTING_CREATE_BOOKMARK", target: "Reading" },
  ]);
});

test("the new resource's calls are described in OpenAPI", async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> };
  vitestExpect(Object.keys(paths["/api/hosting/bookmark"]!)).toEqual(["get", "post"]);
  vitestExpect(Object.keys(paths["/api/hosting/bookmark/{id}"]!)).toEqual(["get", "put", "delete"]);
});

test("the new resource's routes, titles, menu entry and place in the palette derive from the declaration", async () => {
  const { menuOf, planRoutes, documentTitle, placesOf, declared } = await derivedIn(copy);
  const everything = () => true;
  const own = planRoutes(declared).filter(({ id }) => id.startsWith("bookmarks."));
  vitestExpect(own.map(({ id, path }) => [id, path])).toEqual([
    ["bookmarks.list", "/bookmarks"],
    ["bookmarks.create", "/bookmarks/new"],
    ["bookmarks.edit", "/bookmarks/:id/edit"],
  ]);
  vitestExpect(own.map(({ handle }) => documentTitle(declared, handle, { id: "1" }, "Freehold"))).toEqual([
    "Bookmarks - Hosting - Freehold",
    "Create bookmark - Hosting - Freehold",
    "Edit bookmark - Hosting - Freehold",
  ]);
  const hosting = menuOf(declared, everything, everything).find(({ section }) => section === "Hosting")!;
  vitestExpect(hosting.items.at(-1)).toEqual({ to: "/bookmarks", label: "Bookmarks", icon: "link" });
  const places = placesOf(declared, everything, everything).map(({ to }) => to);
  vitestExpect(places).toEqual(vitestExpect.arrayContaining(["/bookmarks", "/bookmarks/new"]));
});

test("a declared resource appears in the drawer, its records are created, found, edited and deleted, and its list follows changes elsewhere", async ({
  page,
}) => {
  await reopenPage(page, url);
  await chooseEntry(page, "Bookmarks");
  await expect(page).toHaveTitle("Bookmarks - Hosting - Freehold");
  await expect(page.getByText("No bookmarks yet")).toBeVisible();

  // An empty list has one button and nothing to search.
  await expect(page.getByRole("searchbox")).toBeHidden();
  await page.getByRole("link", { name: "Create bookmark" }).click();
  await expect(heading(page, "Create bookmark")).toBeVisible();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("Name is required.")).toBeVisible();
  await page.getByLabel("Name").fill("Seeds");
  await page.getByLabel("Address").fill("https://example.com/seeds");
  await page.getByRole("button", { name: "Create" }).click();

  const row = page.getByRole("row", { name: /Seeds/ });
  await expect(row.getByRole("link", { name: /example\.com/ })).toBeVisible();
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByLabel("Name")).toHaveValue("Seeds");
  await page.getByLabel("Note").fill("For the spring");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("For the spring");

  // Another session of the team creates two more: the list follows without a reload, and both are deleted at once.
  const { accessToken: token } = await storedTokens(page);
  for (const name of ["Bulbs", "Roots"])
    await callerOf(url)("POST /api/hosting/bookmark", { token, body: { name, address: "https://example.com" } });
  const more = page.getByRole("row", { name: /Bulbs|Roots/ });
  await expect(more).toHaveCount(2);
  for (const at of [0, 1]) await more.nth(at).getByRole("checkbox").check();
  const selection = page.getByRole("group", { name: "Selected rows" });
  await expect(selection).toContainText("2 bookmarks selected");
  await selection.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete 2 bookmarks?" }).getByRole("button", { name: "Delete" }).click();
  await expect(more).toHaveCount(0);
  expect(await complaintsAbout(page)).toEqual([]);

  await page.getByRole("searchbox").fill("nothing like it");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("searchbox").fill("see");
  await row.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete" });
  await expect(dialog).toContainText("The bookmark is deleted for the whole team.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
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
