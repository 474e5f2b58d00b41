/** Hostile texts in every field that one user writes and another one sees: each is shown as text, and no script runs. */
import type { Page } from "playwright";
import { beforeAll, expect as vitestExpect } from "vitest";
import { pages, resources } from "../../../resources/index.ts";
import type { ActingUser } from "../../support/account/actors.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { enterAs } from "../../support/account/enter.ts";
import { ownerWith } from "../../support/account/owner.ts";
import { goWithin, isLoaded } from "../../support/browser/screens.ts";
import { everyPayload, payloads } from "../../support/fuzz/stored-payloads.ts";
import { storeTexts, type Screen } from "../../support/fuzz/stored-texts.ts";

let stored: Awaited<ReturnType<typeof storeTexts>>;
beforeAll(async () => {
  stored = await storeTexts();
});

const listed = (isOperator: boolean): Screen[] =>
  [
    ...resources.flatMap(({ routes }) => routes.list ?? []),
    ...pages.flatMap(({ login, path }) => (login !== false ? [path] : [])),
  ]
    .filter((path) => !path.includes("{") && path.startsWith("/operator") === isOperator)
    .map((path) => ({ path, shows: [] }));

/** Reports every trace that a script, or a browser that blocked one, leaves. */
const watch = async (page: Page): Promise<() => Promise<string[]>> => {
  const seen: string[] = [];
  page.on("dialog", (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => void seen.push(`window: ${popup.url()}`));
  page.on("pageerror", (error) => void seen.push(`error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (/Content Security Policy/.test(message.text())) seen.push(`console: ${message.text()}`);
  });
  await page.exposeFunction("tellOfViolation", (what: string) => void seen.push(`violation: ${what}`));
  await page.addInitScript(() => {
    const tellOfViolation = Reflect.get(window, "tellOfViolation") as (what: string) => void;
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      tellOfViolation(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
  });
  return async () => [...seen.splice(0), ...(await page.evaluate(traces))];
};

/** Returns elements that only the markup of a stored text can have added. */
const traces = (): string[] => {
  const found = "ran" in window ? ["a script ran"] : [];
  for (const element of document.querySelectorAll("*"))
    for (const { name, value } of element.attributes) {
      const isAddress = /^(xlink:href|href|src|action|formaction|data)$/.test(name);
      const runs = isAddress && /^\s*(javascript|vbscript|data:(?!image\/))/i.test(value);
      if (name.startsWith("on") || name === "srcdoc" || runs || (name === "src" && value === "x"))
        found.push(`<${element.localName} ${name}="${value}">`);
    }
  return found;
};

/** Returns all readable text on the screen, as the stored characters. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
    return [document.body.textContent, ...fields].join("\n");
  });

const lookAt = async (page: Page, { path, shows }: Screen, found: () => Promise<string[]>): Promise<void> => {
  // Public screens are outside of the shell.
  const isWithin = (await page.locator(".fh-page-frame").count()) > 0 && !/^\/(explorer|bridge)\//.test(path);
  await (isWithin ? goWithin(page, path) : page.goto(stored.url + path));
  await isLoaded(page);
  const missing = async (): Promise<string[]> => {
    const text = await readable(page);
    return shows.filter((each) => !text.includes(each));
  };
  await vitestExpect.poll(missing, { message: `${path} shows what is stored`, timeout: 90_000 }).toEqual([]);
  const traces = (await found()).join("\n");
  vitestExpect(traces, `${path}: ${traces}`).toBe("");
  const dialog = page.getByRole("dialog").first();
  if (await dialog.isVisible()) await page.keyboard.press("Escape");
};

const lookAtAll = async (page: Page, user: ActingUser, screens: readonly Screen[]): Promise<void> => {
  await enterAs(page, user);
  const found = await watch(page);
  await page.goto(`${stored.url}/overview`);
  await isLoaded(page);
  for (const screen of screens) await lookAt(page, screen, found);
  // Images report their failure later.
  await page.waitForLoadState("networkidle");
  vitestExpect(await found()).toEqual([]);
  vitestExpect(stored.faults).toEqual([]);
};

test("the test's detector notices each way in which a stored text can run", async ({ page }) => {
  const found = await watch(page);
  await page.goto(`${stored.url}/login`);
  await isLoaded(page);
  vitestExpect(await found()).toEqual([]);
  for (const markup of payloads.filter((each) => /<(img|svg|iframe|a|math)/.test(each))) {
    await page.evaluate((html) => document.body.insertAdjacentHTML("beforeend", html), markup);
    await vitestExpect.poll(found, { message: markup }).not.toEqual([]);
    await page.evaluate(() => document.body.lastElementChild!.remove());
  }
});

test("names, files, commits, logs, metadata, keys and addresses of a team are text on every screen", async ({
  page,
}) => {
  await lookAtAll(page, stored.owner, [...stored.ownerScreens, ...listed(false)]);
});

test("notices, feedback, reports, tasks and orders are text on every screen of an operator", async ({ page }) => {
  await lookAtAll(page, stored.operator, [...stored.operatorScreens, ...listed(true)]);
});

test("names and texts of a rollup's contracts are text in its explorer", async ({ page }) => {
  await lookAtAll(page, stored.owner, stored.publicScreens);
});

test("Markdown shows markup and addresses that run as text, in paragraphs, lists, tables, links and code", async ({
  page,
}) => {
  await enterAs(page, stored.owner);
  const found = await watch(page);
  const cell = (payload: string) => payload.replaceAll("|", "\\|");
  const forms = payloads.flatMap((payload) => [
    payload,
    `- ${payload}`,
    `| a |\n|---|\n| ${cell(payload)} |`,
    `[link](${payload})`,
    `![image](${payload})`,
    `<${payload}>`,
    `\`${payload}\``,
    `\`\`\`html\n${payload}\n\`\`\``,
  ]);
  // The release notes use the same component as model answers.
  const text = `# Changelog\n\n## 1.0: Markup\n\n${forms.join("\n\n")}\n`;
  await page.route("**/static/changelog", (route) =>
    route.fulfill({ json: { code: 200, message: "OK", data: { text, changeLogNum: 1 } } }),
  );
  await page.goto(`${stored.url}/changelog`);
  await expect(page.getByRole("heading", { name: "1.0: Markup" })).toBeVisible();
  await expect(page.getByText("<img src=x onerror=ran=1>").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  vitestExpect(await found()).toEqual([]);
});

test("dialogs and toasts show a hostile name as text", async ({ openProfile }) => {
  const enter = async (user: ActingUser, path: string) => {
    const page = await (await openProfile()).newPage();
    await enterAs(page, user);
    const found = await watch(page);
    await page.goto(stored.url + path);
    return { page, found, dialog: page.getByRole("dialog") };
  };
  const name = payloads[1];

  const member = await enter(stored.member, `/bucket/storage/marked-up/${encodeURIComponent(`${name}.html`)}`);
  const notice = everyPayload.slice(0, 100);
  await expect(member.dialog).toContainText(notice);
  vitestExpect(await member.found()).toEqual([]);
  await member.page.keyboard.press("Escape");
  await expect(member.dialog).toHaveCount(0);
  await member.page.getByRole("button", { name: "Delete" }).click();
  await expect(member.dialog).toContainText(`Delete ${name}.html?`);
  vitestExpect(await member.found()).toEqual([]);

  const invited = await enter(stored.invited, "/overview");
  // The notice can open before or after the invitation.
  await invited.page.addLocatorHandler(invited.dialog.filter({ hasText: notice }), () =>
    invited.page.keyboard.press("Escape"),
  );
  await expect(invited.dialog.filter({ hasText: `Join ${name}?` })).toBeVisible();
  vitestExpect(await invited.found()).toEqual([]);
  await invited.dialog.getByRole("button", { name: "Accept" }).click();
  await expect(invited.page.getByText(`You joined ${name}`)).toBeVisible();
  vitestExpect(await invited.found()).toEqual([]);
});

test("names used as host names, and names in an ABI, refuse markup", async () => {
  vitestExpect(stored.refusedAbis.length).toBeGreaterThan(0);
  vitestExpect(new Set(stored.refusedAbis)).toEqual(new Set([422]));
  const token = stored.owner.teamToken;
  const project = { name: "plain", platform: "IPFS", deployType: "UPLOAD" };
  const { body } = await stored.call("POST /api/hosting/project", { token, body: project });
  const { projectId } = body.data as { projectId: string };
  const calls = [
    ["POST /api/hosting/project", (name: string) => ({ ...project, name })],
    ["PUT /api/gateway/gateway", (name: string) => ({ name, scope: "public" })],
    ["POST /api/hosting/domain", (domain: string) => ({ domain: `${domain}.example`, projectId, createType: 2 })],
    [
      "POST /api/bucketDomain/domain/bucket",
      (domain: string) => ({ domain: `${domain}.example`, bucketName: "marked-up" }),
    ],
  ] as const;
  for (const [line, bodyOf] of calls)
    for (const payload of [...payloads, everyPayload]) {
      const { status } = await stored.call(line, { token, body: bodyOf(payload) });
      vitestExpect(status, `${line} ${payload}`).toBe(422);
    }
});

const published = `globalThis.ran = 1; globalThis.document?.documentElement.setAttribute("data-ran", ""); globalThis.postMessage?.("ran");`;

/** Loads a URL as a script, a module, a worker and a service worker. Returns those that ran. */
const runEachWay = async (page: Page, address: string): Promise<string[]> => {
  // As text, because the test runner would compile it to a separate function.
  const imported = await page.evaluate(`import("${address}?import").then(() => ["import"], () => [])`);
  const others = await page.evaluate(async (target) => {
    const element = (type: string) =>
      new Promise<boolean>((resolve) => {
        const script = Object.assign(document.createElement("script"), { type, src: `${target}?${type}` });
        script.onload = () => resolve(true);
        script.onerror = () => resolve(false);
        document.head.append(script);
      });
    const worker = (type: WorkerType) =>
      new Promise<boolean>((resolve) => {
        try {
          const started = new Worker(`${target}?${type}`, { type });
          started.onmessage = () => resolve(true);
          started.onerror = () => resolve(false);
        } catch {
          resolve(false);
        }
      });
    const ways: Record<string, Promise<boolean>> = {
      script: element("text/javascript"),
      module: element("module"),
      worker: worker("classic"),
      "module worker": worker("module"),
      "service worker": (async () => Boolean(await navigator.serviceWorker?.register(target)))().catch(() => false),
    };
    const ran: string[] = [];
    for (const [way, runs] of Object.entries(ways)) if (await runs) ran.push(way);
    if (document.documentElement.hasAttribute("data-ran")) ran.push("something");
    return ran;
  }, address);
  return [...(imported as string[]), ...others];
};

test("a published script runs on its site's host, and never on the dashboard's: by its type, and by the policy alone", async ({
  openProfile,
}) => {
  const { url } = stored;
  const { port } = new URL(url);
  const owner = ownerWith(url, stored.owner.teamToken);
  await owner.site("scripted", { "index.html": `<script src="/run.js"></script>`, "run.js": published });
  const site = await (await openProfile()).newPage();
  const answer = await site.goto(`http://scripted.localhost:${port}/`);
  const script = `/ipfs/${answer!.headers()["x-ipfs-roots"]!.split(",")[0]!}/run.js`;
  await expect(site.locator("html[data-ran]")).toHaveCount(1);

  // Without the policy, the content type blocks it; with an executable type, the policy does.
  const byType = await (await openProfile({ bypassCSP: true, serviceWorkers: "allow" })).newPage();
  await byType.goto(`${url}/login`);
  expect(await runEachWay(byType, script)).toEqual([]);

  const byPolicy = await (await openProfile()).newPage();
  const sendAsScript = (page: Page) =>
    page.route("**/ipfs/**", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        headers: { "access-control-allow-origin": "*" },
        body: published,
      }),
    );
  await sendAsScript(byPolicy);
  await byPolicy.goto(`${url}/login`);
  expect(await runEachWay(byPolicy, script)).toEqual([]);

  // Without both it runs, which shows that the test detects scripts.
  const unprotected = await (await openProfile({ bypassCSP: true })).newPage();
  await sendAsScript(unprotected);
  await unprotected.goto(`${url}/login`);
  expect(await runEachWay(unprotected, script)).toEqual(expect.arrayContaining(["script", "module", "import"]));
});
