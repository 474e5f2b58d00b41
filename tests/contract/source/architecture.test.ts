/** Import rules and file conventions (DESIGN.md §1, STYLE.md). */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { pages, resources } from "../../../resources/index.ts";
import { sourceFiles, type SourceFile } from "../../support/hosting/source-files.ts";
import { accepted } from "../../support/database/transaction-guard.ts";

const all = sourceFiles("resources/**/*.ts", "src/**/*.{ts,tsx}");
const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path);
const shipped = all.filter((file) => !isTest(file));

/** Constants and texts shared by both programs; the only part of the contract that lib and ui can import. */
const constants = [
  "resources/limits.ts",
  "resources/decimal.ts",
  "resources/money.ts",
  "resources/declare/messages.ts",
  "resources/chains/messages.ts",
];

interface Layer {
  readonly of: string;
  /** Prefixes of allowed import paths, besides its own folder. */
  readonly may: readonly string[];
}

const dashboard = (folder: string, ...may: readonly string[]): Layer => ({
  of: `src/dashboard/${folder}/`,
  may: may.map((name) => (name.startsWith("resources") ? name : `src/dashboard/${name}`)),
});
const cloud = (folder: string, ...may: readonly string[]): Layer => ({
  of: `src/cloud/${folder}/`,
  may: ["lib/", ...may].map((name) => (name.startsWith("resources") ? name : `src/cloud/${name}`)),
});

/** The map of all three trees: the same names in resources, the server and the dashboard. */
const capabilities = [
  "account",
  "hosting",
  "storage",
  "gateway",
  "rpc",
  "raas",
  "ai",
  "billing",
  "chains",
  "boost",
  "rewards",
  "operator",
];
/** Capabilities, and the screens of a development instance. */
const folders = [...capabilities, "devnet"];
const inFolders = (suffix: string): string[] => folders.map((name) => `${name}/${suffix}`);
const flowFolders = inFolders("flows").filter((name) =>
  shipped.some(({ path }) => path.startsWith(`src/dashboard/${name}/`)),
);
/** The libraries of the dashboard's `chains`: they know no screen. */
const chainLibraries = ["evm", "rollup", "solana", "ton", "wallets", "zksync"].map((name) => `chains/${name}`);

const layers: readonly Layer[] = [
  { of: "resources/", may: [] },
  dashboard("lib", ...constants),
  dashboard("ui", "lib/", ...constants),
  dashboard("api", "lib/", "resources/"),
  ...chainLibraries.map((folder) =>
    dashboard(folder, ...chainLibraries.map((name) => `${name}/`), "lib/", "resources/"),
  ),
  dashboard("framework", "ui/", "lib/", "resources/"),
  dashboard("providers", "api/", "lib/", "resources/"),
  ...flowFolders.map((folder) =>
    dashboard(folder, ...inFolders("flows/"), "api/", "chains/", "framework/", "ui/", "lib/", "resources/"),
  ),
  // Of another capability, a screen uses the flows and the libraries of chains.
  ...folders.map((folder) =>
    dashboard(
      folder,
      ...inFolders("flows/"),
      ...chainLibraries.map((name) => `${name}/`),
      "framework/",
      "ui/",
      "lib/",
      "resources/",
    ),
  ),
  dashboard("early", "api/url.ts", "api/early/", "framework/derive/", "lib/stored.ts", "resources/"),
  dashboard("build", "early/", "framework/derive/", "ui/theme/", "ui/icons.ts", "resources/"),
  dashboard("app", "", "resources/"),
  { of: "src/cli/", may: ["resources/"] },
  // Helpers that know nothing of the product.
  { of: "src/cloud/lib/", may: [] },
  // Knows who calls: people, programs and nodes of Boost.
  cloud("kernel/calls", "kernel/", "account/", "boost/service.ts", "http/", "engines/", "config.ts", "resources/"),
  cloud(
    "kernel",
    "engines/engines.ts",
    "engines/database/",
    "engines/network/",
    "engines/realtime/",
    "config.ts",
    "resources/",
  ),
  cloud("billing/ledger", "engines/database/", "kernel/", "resources/"),
  ...capabilities.map((name) =>
    cloud(name, ...capabilities.map((other) => `${other}/`), "engines/", "kernel/", "http/", "config.ts", "resources/"),
  ),
  cloud("http", ...capabilities.map((other) => `${other}/`), "engines/", "kernel/", "config.ts", "resources/"),
];

const withoutComments = (text: string): string => text.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, "");

/** The first layer that a file belongs to: a flow before its capability. */
const rule = (path: string): Layer | undefined => layers.find(({ of }) => path.startsWith(of));

/** Server files that reach other hosts without engines/network, or open sockets directly, with the reason. */
const unchecked: Readonly<Record<string, string>> = {
  "src/cloud/**/*.test.ts": "tests connect to their own servers",
  "src/cloud/engines/network/**": "contains the shared dialer",
  "src/cloud/engines/arweave/library.ts": "the arweave package asks the node of ARWEAVE_URL",
  "src/cloud/engines/blocks/store/s3-store.ts":
    "streams blobs of many gigabytes to the operator's S3, by kept connections",
  "src/cloud/engines/certificates/open.ts":
    "acme-client asks the authority of ACME_DIRECTORY_URL; it verifies no challenge itself",
  "src/cloud/engines/dns/open.ts": "looks up records; connects to name servers only",
  "src/cloud/engines/evm/node-request.ts": "asks our own child processes, by kept connections",
  "src/cloud/engines/evm/provider.ts": "ethers asks nodes of the settings; no plug-in that asks other hosts is loaded",
  "src/cloud/engines/mailer/smtp.ts": "nodemailer speaks to the server of SMTP_URL; it reads no files and no URLs",
  "src/cloud/engines/platforms/asset-canister.ts": "the client of the Internet Computer asks the host of the settings",
  "src/cloud/engines/disk/instance-lock.ts": "a local socket that tells a second start where the first one runs",
  "src/cloud/kernel/owner-link.ts": "asks owners at the addresses of the database, by TLS with a key of the instance",
  "src/cloud/kernel/repeat.ts": "the only interval",
  "src/cloud/rpc/upstream/post.ts": "asks RPC nodes of the settings, by kept connections; follows no redirect",
};

test("outgoing requests use the shared dialer, with the exceptions listed here", async () => {
  const lines = (await readFile(".oxlintrc.json", "utf8")).split("\n").filter((line) => !line.trim().startsWith("//"));
  const { overrides } = JSON.parse(lines.join("\n")) as {
    overrides: { files: string[]; rules: Record<string, unknown> }[];
  };
  const [rule, ...exceptions] = overrides.filter((override) => "no-restricted-globals" in override.rules);
  expect(rule?.files).toEqual(["src/cloud/**/*.ts"]);
  expect(exceptions.flatMap(({ files }) => files)).toEqual(Object.keys(unchecked));
  const named = Object.keys(unchecked).filter((path) => !path.includes("*"));
  expect(named.filter((path) => !shipped.some((file) => file.path === path))).toEqual([]);
});

test("work that transactions hold on purpose is named by files that exist", () => {
  const gone = Object.keys(accepted).filter((path) => !shipped.some((file) => file.path.startsWith(path)));
  expect(gone).toEqual([]);
});

describe("allowed imports", () => {
  test.each(layers.map(({ of, may }) => [of, may] as const))("%s imports only itself and %j", (of, may) => {
    const files = shipped.filter(({ path }) => rule(path)?.of === of);
    expect(files).not.toEqual([]);
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ path }) => path !== undefined && ![of, ...may].some((start) => path.startsWith(start)))
        .map(({ path }) => `${file.path} → ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("every folder of the dashboard has a rule", () => {
    const folders = new Set(
      shipped.flatMap(({ path }) => /^src\/dashboard\/[^/]+\//.exec(path)?.[0] ?? []).filter((folder) => !rule(folder)),
    );
    expect([...folders]).toEqual([]);
  });

  /** What every engine may import. A stand-in belongs to the engine of its name. */
  const others = ["database", "blocks", "network"].map((name) => `src/cloud/engines/${name}/`);
  const kernel = ["owners.ts", "repeat.ts", "uuid.ts", "observe/"].map((name) => `src/cloud/kernel/${name}`);
  const shared = [...others, ...kernel, "src/cloud/lib/", "src/cloud/config.ts", "resources/"];

  test("an engine imports its own folder and stand-in, the database, the blocks, the network, traces and metrics, the settings and the contract", () => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith("src/cloud/engines/"))
      .flatMap((file) => {
        const [, , , own = ""] = file.path.split("/");
        const isChoosing = file.path.endsWith(`/${own}/open.ts`);
        const may = [
          `src/cloud/engines/${own}/`,
          // The only file that chooses between the stand-in and the real network.
          ...(isChoosing ? [`src/cloud/devnet/${own}/open.ts`] : []),
          ...shared,
          // Rollups are local chains as well.
          ...(own === "rollups" ? ["src/cloud/engines/evm/"] : []),
        ];
        return file.imports
          .filter(({ path }) => path !== undefined && !may.some((start) => path.startsWith(start)))
          .map(({ path }) => `${file.path} → ${path}`);
      })
      // These list all engines.
      .filter((line) => !/^src\/cloud\/engines\/(open-chains|(open-)?engines)\.ts/.test(line));
    expect(wrong).toEqual([]);
  });

  test("only an engine's open.ts imports its stand-in, and only by a lazy import", () => {
    const wrong = shipped
      .filter(({ path }) => !path.startsWith("src/cloud/devnet/"))
      .flatMap((file) => {
        const own = /^src\/cloud\/engines\/([^/]+)\/open\.ts$/.exec(file.path)?.[1];
        return file.imports
          .filter(({ path }) => path?.startsWith("src/cloud/devnet/"))
          .filter(({ path, lazy }) => !lazy || path !== `src/cloud/devnet/${own}/open.ts`)
          .map(({ path }) => `${file.path} → ${path}`);
      });
    expect(wrong).toEqual([]);
  });

  test("a stand-in imports the devnet, its engine and what engines share", () => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith("src/cloud/devnet/"))
      .flatMap((file) => {
        const [, , , own = ""] = file.path.split("/");
        const may = [
          "src/cloud/devnet/",
          `src/cloud/engines/${own}/`,
          "src/cloud/engines/evm/",
          "src/cloud/contracts/",
          ...shared,
        ];
        return file.imports
          .filter(({ path }) => path !== undefined && !may.some((start) => path.startsWith(start)))
          .map(({ path }) => `${file.path} → ${path}`);
      });
    expect(wrong).toEqual([]);
  });

  test("a part of the server imports another one only through its service.ts", () => {
    const partOf = (path: string): string | undefined => {
      const [, capability = "", part = ""] = /^src\/cloud\/([^/]+)\/([^/]+)(?=\/)/.exec(path) ?? [];
      const isOnePart = ["rpc", "raas", "boost", "rewards"].includes(capability);
      // The ledger is the library of everything that costs LAND.
      if (!capabilities.includes(capability) || `${capability}/${part}` === "billing/ledger") return undefined;
      return isOnePart ? capability : `${capability}/${part}`;
    };
    const wrong = shipped.flatMap((file) =>
      file.imports
        .filter(({ path }) => {
          const [own, other] = [partOf(file.path), path && partOf(path)];
          return own !== undefined && other !== undefined && own !== other && basename(path!) !== "service.ts";
        })
        .map(({ path }) => `${file.path} → ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a module reaches another capability through its modules, events and services, and only modules need modules", () => {
    const isModule = (path: string): boolean => path.endsWith(".module.ts");
    const capabilityOf = (path: string): string | undefined => {
      const [, , name = ""] = path.split("/");
      return path.startsWith("src/cloud/") && capabilities.includes(name) ? name : undefined;
    };
    const roots = ["src/cloud/modules.ts", "src/cloud/cloud.ts"];
    const wrong = shipped.flatMap((file) =>
      file.imports
        .flatMap(({ path }) => path ?? [])
        .filter((path) => {
          if (!isModule(file.path)) return isModule(path) && !roots.includes(file.path);
          const other = capabilityOf(path);
          const isApi = isModule(path) || ["events.ts", "service.ts"].includes(basename(path));
          return other !== undefined && other !== capabilityOf(file.path) && !isApi;
        })
        .map((path) => `${file.path} → ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a flow never imports the internals of another flow", () => {
    const flowOf = (path: string): string | undefined => /^src\/dashboard\/([^/]+\/flows\/[^/]+)\//.exec(path)?.[1];
    const wrong = shipped.flatMap((file) =>
      file.imports
        .filter(({ path }) => {
          const [own, other] = [flowOf(file.path), path && flowOf(path)];
          return own !== undefined && other !== undefined && own !== other;
        })
        .map(({ path }) => `${file.path} → ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("no files import each other in a circle, type imports included; a lazy import may", () => {
    const importsOf = new Map(
      shipped.map(({ path, imports }) => [
        path,
        imports.filter(({ lazy }) => !lazy).flatMap(({ path: to }) => to ?? []),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      if (done.has(path)) return;
      done.add(path);
      for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path]);
    };
    for (const path of importsOf.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  test("dashboard and server never import each other", () => {
    const crossing = shipped.flatMap((file) =>
      file.imports
        .filter(({ path = "" }) =>
          file.path.startsWith("src/dashboard/") ? path.startsWith("src/cloud/") : path.startsWith("src/dashboard/"),
        )
        .map(({ path }) => `${file.path} → ${path}`),
    );
    expect(crossing).toEqual([]);
  });

  test("resources import zod/mini and @casl/ability and no other package", () => {
    const packages = shipped
      .filter(({ path }) => path.startsWith("resources/"))
      .flatMap(({ imports }) => imports.filter(({ path }) => path === undefined).map(({ specifier }) => specifier));
    expect([...new Set(packages)].toSorted()).toEqual(["@casl/ability", "zod/mini"]);
  });

  test("viem is imported by tests only, where it is a client that shares no code with the product", () => {
    const wrong = shipped.filter(({ imports }) => imports.some(({ specifier }) => /^viem(\/|$)/.test(specifier)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test("antd is imported by the generated forms and by lazy parts of screens only, never by shell, lists or components", () => {
    const wrong = shipped
      .filter(({ imports }) =>
        imports.some(({ specifier }) => /^(antd|@refinedev\/antd|@ant-design\/)/.test(specifier)),
      )
      .map(({ path }) => path)
      .filter((path) => !["framework/forms", ...folders].some((name) => path.startsWith(`src/dashboard/${name}/`)));
    expect(wrong).toEqual([]);
  });
});

describe("files", () => {
  test("no file only re-exports other modules", () => {
    const barrels = shipped.filter(({ text }) => {
      const code = withoutComments(text).trim();
      return code !== "" && code.split("\n").every((line) => /^export\s.*from\s+"/.test(line) || line.trim() === "");
    });
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test("names are kebab-case", () => {
    const wrong = all.filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.module)?(\.test|\.d)?\.tsx?$/.test(basename(path)),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("state in modules", () => {
  /** Each caches values that are the same for all callers. */
  const loadedOnce = ["src/cloud/storage/checksums.ts", "src/cloud/engines/arweave/library.ts"];

  test("the server keeps no state in modules, so several instances, and their tests, can share a process", () => {
    const keeping = shipped.filter(
      ({ path, text }) => path.startsWith("src/cloud/") && /^(export )?(let|var) /m.test(text),
    );
    expect(keeping.map(({ path }) => path).filter((path) => !loadedOnce.includes(path))).toEqual([]);
  });

  test("only dashboard tests, which each run in a separate process, replace modules", () => {
    const replacing = all.filter((file) => isTest(file) && /\bvi\.(do)?mock\(/i.test(file.text));
    expect(replacing.map(({ path }) => path).filter((path) => !path.startsWith("src/dashboard/"))).toEqual([]);
  });
});

describe("links", () => {
  /** The fixed prefixes of declared routes: "/hosting/project/{projName}/{id}" → "/hosting/project/". */
  const beginnings = [...pages.map(({ path }) => path), ...resources.flatMap(({ routes }) => Object.values(routes))]
    .map((path) => path.replace(/\{.*$/, ""))
    .filter((path) => path.length > 1);

  test("no screen hard-codes a declared route: links use href, so that a renamed route breaks the build", () => {
    const wrong = shipped
      .filter(({ path }) => {
        const [folder = ""] = /(?<=^src\/dashboard\/)[^/]+(?=\/)/.exec(path) ?? [];
        const isLibrary = chainLibraries.some((name) => path.startsWith(`src/dashboard/${name}/`));
        return ["app", "framework", "ui", ...folders].includes(folder) && !isLibrary;
      })
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/["'`](\/[^"'`\s]*)["'`]/g)]
          .map(([, literal]) => literal!)
          .filter((literal) =>
            beginnings.some(
              (start) => literal === start || literal.startsWith(start.endsWith("/") ? start : `${start}/`),
            ),
          )
          .map((literal) => `${path}: ${literal}`),
      );
    expect(wrong).toEqual([]);
  });
});

describe("forms written by hand", () => {
  test("native controls stand in components, the form engine, and at most 23 screens (decision 43)", () => {
    const isOwn = ({ path }: SourceFile) => /^src\/dashboard\/(ui|framework\/forms)\//.test(path);
    const holding = shipped.filter((file) => !isOwn(file) && /<(input|select|textarea)\b/.test(file.text));
    expect(
      holding.map(({ path }) => path).filter((path) => path.startsWith("src/dashboard/")).length,
    ).toBeLessThanOrEqual(23);
  });

  test("say what the user saw when they send a call that compares it, so that another member's edit is kept", async () => {
    const declaring = all.filter((file) => file.path.startsWith("resources/") && !isTest(file));
    const modules: readonly Record<string, unknown>[] = await Promise.all(
      declaring.map(({ path }) => import(/* @vite-ignore */ `../../../${path}`)),
    );
    const compares = (value: unknown): boolean =>
      typeof value === "object" && value !== null && "call" in value && "reads" in value && value.reads !== undefined;
    const names = modules.flatMap((module) => Object.keys(module).filter((name) => compares(module[name])));
    const actions = resources.flatMap(({ actions: own = {} }) =>
      Object.entries(own).flatMap(([name, action]) => (action.reads ? [name] : [])),
    );
    const sent = new RegExp(
      `\\bsend\\((?:${[...names, ...actions].join("|")}|actionOf\\(\\w+, "(?:${actions.join("|")})"\\)),[^;]*`,
      "g",
    );
    const sending = shipped.flatMap(({ path, text }) =>
      path.startsWith("src/dashboard/") ? [...text.matchAll(sent)].map(([line]) => ({ path, line })) : [],
    );
    // The engine sends those of all forms.
    expect([names.includes("editTeamName"), actions.includes("setRules")]).toEqual([true, true]);
    expect("send(editTeamName, { body })").toMatch(new RegExp(sent.source));
    expect(sending.filter(({ line }) => !line.includes("headers: basedOn("))).toEqual([]);
  });
});
