/** Read access by CID: public content for everyone, team content with the team's token. */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { CID } from "multiformats/cid";
import { buckets } from "../../../../resources/storage/buckets.ts";
import type { Auth } from "../../account/auth/service.ts";
import type { Tokens } from "../../account/tokens/service.ts";

export interface ContentAccess {
  isPublic(cid: CID): Promise<boolean>;
  /** The team a token can read for; undefined for an invalid token. */
  teamOf(token: string): Promise<string | undefined>;
  isOwn(teamId: string, cid: CID): Promise<boolean>;
}

/** The team of a gateway token, or of a session whose user can view the team's buckets. */
export const teamOfToken =
  (gatewayTokens: Pick<Tokens, "verify">, auth: Pick<Auth, "identify">): ContentAccess["teamOf"] =>
  async (token) => {
    const owner = await gatewayTokens.verify(token);
    if (owner) return owner.teamId;
    const membership = (await auth.identify(token))?.membership;
    if (membership?.status !== "NORMAL") return undefined;
    const canView = membership.type === "INDIVIDUAL" || membership.access.includes(buckets.access);
    return canView ? membership.teamId : undefined;
  };

export type Reader = "public" | "owner";

/** The read access of this request; undefined when the response must be the same as for missing content. */
export const readerOf = async (
  access: ContentAccess,
  request: IncomingMessage,
  root: CID,
): Promise<Reader | undefined> => {
  if (await access.isPublic(root)) return "public";
  const token = tokenIn(request);
  const teamId = token === "" ? undefined : await access.teamOf(token);
  return teamId !== undefined && (await access.isOwn(teamId, root)) ? "owner" : undefined;
};

/** A response for one reader: caches must not store it. */
export const forOwner = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  ...varyByToken(headers),
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
});

/** Adds the Vary header for responses that depend on the token. */
export const varyByToken = ({ vary }: OutgoingHttpHeaders): OutgoingHttpHeaders => ({
  vary: [vary, "Authorization"].filter(Boolean).join(", "),
});

/** Returns the token from the Authorization header or the query; "" if there is none. */
export const tokenIn = ({ headers, url = "" }: IncomingMessage): string => {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  const queryAt = url.indexOf("?");
  return queryAt < 0 ? "" : (new URLSearchParams(url.slice(queryAt)).get("token") ?? "");
};
