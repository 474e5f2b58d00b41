/** Links accounts with GitHub's OAuth flow for web applications (RFC 6749 §4.1 with PKCE). */
import * as oauth from "oauth4webapi";
import type { Fetch } from "../network/fetch.ts";
import { CodeHostError, type LinkRequest } from "./code-host.ts";

export interface OAuthApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of GitHub's website. */
  readonly url: string;
}

/** Private repositories, their hooks, and the user's organizations. */
const scope = "repo read:org";

const serverOf = ({ url }: OAuthApp): oauth.AuthorizationServer => {
  const origin = url.replace(/\/$/, "");
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/login/oauth/authorize`,
    token_endpoint: `${origin}/login/oauth/access_token`,
  };
};

/** Returns the URL of the consent page. */
export const authorizeUrl = async (app: OAuthApp, { state, verifier, redirectUri }: LinkRequest): Promise<string> => {
  const url = new URL(serverOf(app).authorization_endpoint!);
  url.search = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }).toString();
  return url.href;
};

/** Exchanges a code for a token. GitHub reports errors with status 200 and `error`, so that is read first. */
export const exchangeCode = async (
  app: OAuthApp,
  send: Fetch,
  code: string,
  { state, verifier, redirectUri }: LinkRequest,
): Promise<string> => {
  const [server, client] = [serverOf(app), { client_id: app.clientId }];
  try {
    const sent = new URLSearchParams({ code, state });
    const checked = oauth.validateAuthResponse(server, client, sent, state);
    const secret = oauth.ClientSecretPost(app.clientSecret);
    const response = await oauth.authorizationCodeGrantRequest(server, client, secret, checked, redirectUri, verifier, {
      [oauth.customFetch]: (url, { method, headers, body }) =>
        send(url, { method, headers: { ...headers, "user-agent": "Freehold" }, body: body.toString() }),
      // A local emulator or a GitHub Enterprise server: the operator configured the URL.
      [oauth.allowInsecureRequests]: new URL(app.url).protocol === "http:",
    });
    await throwIfRefused(response.clone());
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, response);
    return access_token;
  } catch (error) {
    if (error instanceof CodeHostError) throw error;
    throw new CodeHostError("unreachable", "Couldn't request access from GitHub. Try again.", { cause: error });
  }
};

const throwIfRefused = async (response: Response): Promise<void> => {
  const body = (await response.json().catch(() => ({}))) as { error?: unknown; error_description?: unknown };
  if (typeof body.error !== "string") return;
  const message = typeof body.error_description === "string" ? body.error_description : body.error;
  throw new CodeHostError("refused", `GitHub refused: ${message.slice(0, 300)}`);
};
