/** Import rules and file conventions (DESIGN.md §1, STYLE.md). */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { pages, resources } from "../resources/index.ts";
import { sourceFiles, type SourceFile } from "./support/source-files.ts";

const all = sourceFiles("resources/**/*.ts", "src/**/*.{ts,tsx}");
const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path);
const shipped = all.filter((file) => !isTest(file));

/** Constants and texts shared by both programs; the only part of the contract that lib and ui can import. */
const constants = ["resources/limits.ts", "resources/messages.ts", "resources/chain-messages.ts"];

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
  may: may.map((name) => (name.startsWith("resources") ? name : `src/cloud/${name}`)),
});

const layers: readonly Layer[] = [
  { of: "resources/", may: [] },
  dashboard("lib", ...constants),
  dashboard("ui", "lib/", ...constants),
  dashboard("api", "lib/", "resources/"),
  dashboard("chains", "lib/", "resources/"),
  dashboard("framework", "ui/", "lib/", "resources/"),
  dashboard("providers", "api/", "lib/", "resources/"),
  dashboard("flows", "api/", "chains/", "framework/", "ui/", "lib/", "resources/"),
  dashboard("pages", "framework/", "flows/", "ui/", "lib/", "resources/"),
  dashboard("early", "api/url.ts", "api/early/", "framework/derive/", "lib/stored.ts", "resources/"),
  dashboard("build", "early/", "framework/derive/", "ui/theme.ts", "ui/icons.ts", "resources/"),
  dashboard("app", "", "resources/"),
  { of: "src/cli/", may: ["resources/"] },
  cloud("kernel", "engines/database/", "engines/realtime/", "resources/"),
  cloud("ledger", "engines/database/", "kernel/", "app-error.ts", "resources/"),
  cloud("services", "engines/", "kernel/", "ledger/", "config.ts", "app-error.ts", "resources/"),
  cloud("http", "services/", "engines/", "kernel/", "config.ts", "app-error.ts", "resources/"),
];

const withoutComments = (text: string): string => text.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, "");

const rule = (path: string): Layer | undefined => layers.find(({ of }) => path.startsWith(of));

/** Server files that reach other hosts without engines/network, or open sockets directly, with the reason. */
const unchecked: Readonly<Record<string, string>> = {
  "src/cloud/**/*.test.ts": "tests connect to their own servers",
  "src/cloud/engines/network/**": "contains the shared dialer",
  "src/cloud/engines/arweave/library.ts": "the arweave package asks the node of ARWEAVE_URL",
  "src/cloud/engines/blocks/s3-store.ts": "streams blobs of many gigabytes to the operator's S3, by kept connections",
  "src/cloud/engines/certificates/open.ts":
    "acme-client asks the authority of ACME_DIRECTORY_URL; it verifies no challenge itself",
  "src/cloud/engines/dns/open.ts": "looks up records; connects to name servers only",
  "src/cloud/engines/evm/node/node-request.ts": "asks our own child processes, by kept connections",
  "src/cloud/engines/evm/provider.ts": "ethers asks nodes of the settings; no plug-in that asks other hosts is loaded",
  "src/cloud/engines/mailer/smtp.ts": "nodemailer speaks to the server of SMTP_URL; it reads no files and no URLs",
  "src/cloud/engines/name-services/ens.ts": "viem asks nodes of the settings; offchain look-ups (EIP-3668) are off",
  "src/cloud/engines/platforms/asset-canister.ts": "the client of the Internet Computer asks the host of the settings",
  "src/cloud/instance-lock.ts": "a local socket that tells a second start where the first one runs",
  "src/cloud/kernel/repeat.ts": "the only timer that repeats",
  "src/cloud/services/rpc/post.ts": "asks RPC nodes of the settings, by kept connections; follows no redirect",
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

describe("allowed imports", () => {
  test.each(layers.map(({ of, may }) => [of, may] as const))("%s imports only itself and %j", (of, may) => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith(of))
      .flatMap((file) =>
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

  test("an engine imports its own folder, the database, the blocks, the network, the settings and the contract", () => {
    const wrong = shipped
      .filter(({ path }) => path.startsWith("src/cloud/engines/"))
      .flatMap((file) => {
        const own = file.path.split("/").slice(0, 4).join("/");
        const may = [
          own,
          "src/cloud/engines/database/",
          "src/cloud/engines/blocks/",
          "src/cloud/engines/network/",
          "src/cloud/kernel/repeat.ts",
          "src/cloud/config.ts",
          "resources/",
          // Rollups are local chains as well.
          ...(own === "src/cloud/engines/rollups" ? ["src/cloud/engines/evm/"] : []),
        ];
        return file.imports
          .filter(({ path }) => path !== undefined && !may.some((start) => path.startsWith(start)))
          .map(({ path }) => `${file.path} → ${path}`);
      })
      // engines.ts lists all engines.
      .filter((line) => !line.startsWith("src/cloud/engines/engines.ts"));
    expect(wrong).toEqual([]);
  });

  test("a service imports another one only through its service.ts", () => {
    const serviceOf = (path: string): string | undefined => /^src\/cloud\/services\/([^/]+)\//.exec(path)?.[1];
    const wrong = shipped.flatMap((file) =>
      file.imports
        .filter(({ path }) => {
          const [own, other] = [serviceOf(file.path), path && serviceOf(path)];
          return own !== undefined && other !== undefined && own !== other && basename(path!) !== "service.ts";
        })
        .map(({ path }) => `${file.path} → ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test("a flow never imports the internals of another flow", () => {
    const flowOf = (path: string): string | undefined => /^src\/dashboard\/flows\/([^/]+)\//.exec(path)?.[1];
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

  test("antd is imported by the generated forms and by lazy parts of screens only, never by shell, lists or components", () => {
    const wrong = shipped
      .filter(({ imports }) =>
        imports.some(({ specifier }) => /^(antd|@refinedev\/antd|@ant-design\/)/.test(specifier)),
      )
      .map(({ path }) => path)
      .filter((path) => !/^src\/dashboard\/(framework\/forms|flows|pages)\//.test(path));
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
    const wrong = all.filter(({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.tsx?$/.test(basename(path)));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe("state in modules", () => {
  /** Each caches values that are the same for all callers. */
  const loadedOnce = ["src/cloud/services/crc64-nvme.ts", "src/cloud/engines/arweave/library.ts"];

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
      .filter(({ path }) => /^src\/dashboard\/(app|framework|flows|pages|ui)\//.test(path))
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
