/** The commands login, logout and whoami. */
import type { whoAmI } from "../../../resources/hosting/auth-tokens.ts";
import type { Arguments } from "../arguments.ts";
import { calls, pages } from "../calls.ts";
import { openCloud, type Cloud } from "../cloud.ts";
import { credentialsFile, deleteToken, storeToken, originOf, readCredentials, signedIn } from "../credentials.ts";
import { Failure } from "../failure.ts";
import { findLink } from "../project-file.ts";
import { ask, askHidden, isInteractive, readPiped } from "../prompts.ts";
import { green, printJson, printMessage } from "../terminal.ts";

const defaultHost = "http://localhost:4040";

const identity = (cloud: Cloud) => cloud.call<typeof whoAmI>(calls.whoAmI);

export const login = async ({ positional, options }: Arguments): Promise<void> => {
  const named = positional ?? options.host ?? process.env.FREEHOLD_HOST;
  const host = originOf(named ?? (isInteractive() ? await ask("Cloud", readCredentials().host ?? defaultHost) : ""));
  const token = await tokenFor(host, options.token ?? process.env.FREEHOLD_TOKEN);
  const { teamName } = await identity(openCloud(host, token));
  storeToken(host, token);
  if (options.json) return printJson({ host, teamName });
  printMessage(`${green("✓")} Signed in to ${host}, team ${teamName}. The token is saved in ${credentialsFile()}.`);
};

const tokenFor = async (host: string, given: string | undefined): Promise<string> => {
  if (given) return given;
  if (isInteractive())
    printMessage(`Create an auth token at ${host}${pages.authTokens} and paste it here. Input is hidden.`);
  const token = isInteractive() ? await askHidden("Token") : await readPiped();
  if (token === "") throw new Failure("No token. Set FREEHOLD_TOKEN or use --token.", "usage");
  return token;
};

export const logout = async ({ positional, options }: Arguments): Promise<void> => {
  const named = positional ?? options.host ?? readCredentials().host;
  const wasKnown = named !== undefined && deleteToken(originOf(named));
  if (options.json) return printJson({ host: named ?? null, forgotten: wasKnown });
  printMessage(wasKnown ? `${green("✓")} Signed out of ${originOf(named)}.` : "You are not signed in.");
};

export const whoami = async ({ options }: Arguments): Promise<void> => {
  const cloud = signedIn(options, findLink(process.cwd())?.host);
  const { teamId, teamName, tokenName } = await identity(cloud);
  if (options.json) return printJson({ host: cloud.origin, teamId, teamName, tokenName });
  printMessage(`Server ${cloud.origin}\nTeam   ${teamName}\nToken  ${tokenName ?? "(a session)"}`);
};
