/** Stores tokens by server in the user's configuration folder, readable only by the user. */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { openCloud, type Cloud } from "./cloud.ts";
import { Failure } from "./failure.ts";
import type { Options } from "./arguments.ts";

interface Credentials {
  /** The last server signed in to. */
  readonly host?: string | undefined;
  readonly tokens: Readonly<Record<string, string>>;
}

const folder = (): string => {
  const base = process.platform === "win32" ? process.env.APPDATA : process.env.XDG_CONFIG_HOME;
  return join(base || join(homedir(), ".config"), "freehold");
};
export const credentialsFile = (): string => join(folder(), "credentials.json");

export const readCredentials = (): Credentials => {
  try {
    const { host, tokens } = JSON.parse(readFileSync(credentialsFile(), "utf8")) as Partial<Credentials>;
    return { host, tokens: tokens ?? {} };
  } catch {
    return { tokens: {} };
  }
};

export const storeToken = (host: string, token: string): void => {
  const { tokens } = readCredentials();
  write({ host, tokens: { ...tokens, [host]: token } });
};

/** Deletes a token. Returns whether there was one. */
export const deleteToken = (host: string): boolean => {
  const { host: last, tokens } = readCredentials();
  const { [host]: dropped, ...left } = tokens;
  write({ host: last === host ? Object.keys(left)[0] : last, tokens: left });
  return dropped !== undefined;
};

const write = (credentials: Credentials): void => {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const file = credentialsFile();
  const next = `${file}.${process.pid}`;
  writeFileSync(next, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
  chmodSync(next, 0o600);
  renameSync(next, file);
};

/** "cloud.example.com/" → "https://cloud.example.com"; names of this machine use http. Throws a Failure. */
export const originOf = (address: string): string => {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(address);
  const url = /^https?:\/\//.test(address) ? address : `${isLocal ? "http" : "https"}://${address}`;
  if (!URL.canParse(url) || address === "")
    throw new Failure(`"${address}" is not a valid URL. Use a URL such as https://cloud.example.com.`, "usage");
  return new URL(url).origin;
};

/**
 * Connects to the server given by the options, the environment, the linked folder or the last sign-in. Throws a Failure
 * without a token.
 */
export const signedIn = (options: Options, linkedHost?: string): Cloud => {
  const { host: lastHost, tokens } = readCredentials();
  const named = options.host ?? process.env.FREEHOLD_HOST ?? linkedHost ?? lastHost;
  const chosen = options.token ?? process.env.FREEHOLD_TOKEN;
  if (!named)
    throw new Failure("You are not signed in. Run freehold login, or set FREEHOLD_HOST and FREEHOLD_TOKEN.", "refused");
  const origin = originOf(named);
  const token = chosen || tokens[origin];
  if (!token)
    throw new Failure(
      `You are not signed in to ${origin}. Run freehold login ${origin}, or set FREEHOLD_TOKEN.`,
      "refused",
    );
  return openCloud(origin, token);
};
