/** Reads the package registries configured in the system's npm; builds use the same. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { npmEnvironment } from "../../lib/npm.ts";
import type { Programs } from "./programs.ts";

export interface Registries {
  /** "host", or "host:port" if the port is not the scheme's default. */
  readonly hosts: readonly string[];
  /** URL of the registry for packages without a scope. */
  readonly main: string | undefined;
  /** The npm configuration inside, without credentials. */
  readonly npmrc: string;
}

const timeoutMs = 20_000;
const isRegistry = (key: string): boolean => key === "registry" || /^@[^:]+:registry$/.test(key);
const configSchema = z.record(z.string(), z.unknown());

/** What npm answered, by its call: once per process, since npm takes long to start. */
const answers = new Map<string, Promise<string>>();

/** Reads `registry` and each `@scope:registry` of npm's configuration. Rejects if npm can't run. */
export const machineRegistries = async ({ npmFolder }: Pick<Programs, "npmFolder">): Promise<Registries> => {
  const npm = [join(npmFolder, "bin/npm-cli.js"), "config", "list", "--json"];
  const options = { env: npmEnvironment(process.env), timeout: timeoutMs, maxBuffer: 4 * 1024 * 1024 };
  const key = JSON.stringify([npm, options.env]);
  const answer = answers.get(key) ?? promisify(execFile)(process.execPath, npm, options).then(({ stdout }) => stdout);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return registriesIn(configSchema.parse(JSON.parse(await answer)));
};

export const registriesIn = (config: Readonly<Record<string, unknown>>): Registries => {
  const found = Object.entries(config).flatMap(([key, value]) => {
    const url = isRegistry(key) && typeof value === "string" ? URL.parse(value) : null;
    return url && /^https?:$/.test(url.protocol) ? [{ key, url: withoutCredentials(url) }] : [];
  });
  return {
    hosts: [...new Set(found.map(({ url }) => url.host))],
    main: found.find(({ key }) => key === "registry")?.url.href,
    npmrc: found.map(({ key, url }) => `${key}=${url.href}\n`).join(""),
  };
};

/** Keeps only the registries in the operator's setting. */
export const onlyHosts = (registries: Registries, hosts: readonly string[]): Registries => {
  const isAllowed = (address: string): boolean => hosts.includes(new URL(address).host);
  const lines = registries.npmrc
    .split("\n")
    .filter((line) => line !== "" && isAllowed(line.slice(line.indexOf("=") + 1)));
  const main = registries.main !== undefined && isAllowed(registries.main) ? registries.main : undefined;
  return { hosts, main, npmrc: lines.map((line) => `${line}\n`).join("") };
};

const withoutCredentials = (url: URL): URL => {
  url.username = "";
  url.password = "";
  return url;
};
