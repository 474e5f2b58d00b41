/**
 * Share links. A link is a row with the credentials of one file: an access key that ends with the link, with its creator's membership, and
 * at its expiry. `/s/…` redirects to the file at the S3 endpoint, which checks the credentials at each request and sends users' content
 * apart from the dashboard.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { sql } from "kysely";
import { clockSkewMs, shareLinkSecondsMax } from "../../../../resources/storage/access-key-limits.ts";
import { s3Path } from "../../../../resources/runtime-config.ts";
import { shareLinkPath, shareLinks as resource } from "../../../../resources/storage/share-links.ts";
import type { Callers } from "../../account/callers.ts";
import type { Config } from "../../config.ts";
import type { Database, Db } from "../../engines/database/database.ts";
import type { SealedColumn } from "../../engines/database/encryption.ts";
import { sendMessage } from "../../gateway/serve/service.ts";
import { invalidField, notFound } from "../../kernel/app-error.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { SecretBox } from "../../kernel/secret-box.ts";
import { hashOf } from "../../kernel/secrets.ts";
import type { Buckets } from "../buckets/service.ts";
import { issueShareKey, type AccessKeys } from "./keys/access-keys.ts";
import { presign } from "./signature/presign.ts";

export interface ShareLinks {
  readonly routes: readonly Route[];
  servesPath(url: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface Deps {
  readonly database: Pick<Database, "db">;
  readonly config: Pick<Config, "CONTENT_DOMAIN">;
  readonly box: SecretBox;
  readonly callers: Pick<Callers, "forget">;
  readonly buckets: Pick<Buckets, "find" | "head">;
  readonly keys: Pick<AccessKeys, "find">;
  /** Public address of a host label. */
  siteUrl(label: string): string;
}

export const sealedShareLinks: SealedColumn = {
  table: "share_link",
  column: "sealed_token",
  key: "access_key",
  purpose: (accessKey) => `share link ${accessKey}`,
};

/** 144 bits, in 24 characters. */
const tokenBytes = 18;
const tokenPattern = /^[\w-]{24}$/;
/** How long the file can be read after the link was opened: a video is read in parts. */
const openSeconds = 3600;
/** The same for a link that can be opened a limited number of times. */
const limitedOpenSeconds = 300;

export const createShareLinks = ({
  database: { db },
  config,
  box,
  callers,
  buckets,
  keys,
  siteUrl,
}: Deps): ShareLinks => {
  const endpointFor = (host: string): Endpoint => {
    // Other machines can't resolve names below localhost.
    if (config.CONTENT_DOMAIN === "localhost" && !isLoopback(host)) return { origin: "", host, prefix: s3Path };
    const origin = siteUrl("s3");
    return { origin, host: new URL(origin).host, prefix: "" };
  };
  /** Finds a link that has not ended, with its key, whose file exists. */
  const validLink = async (token: string) => {
    const link = await linkOf(db, token);
    if (!link) return undefined;
    const [key, bucket] = await Promise.all([keys.find(link.accessKey), buckets.find(link.bucketName)]);
    if (!key || !bucket || !(await buckets.head(bucket, link.key))) return undefined;
    return { ...link, secret: key.secret };
  };
  return {
    routes: shareLinkRoutes({ box, callers }),
    servesPath: (url) => url.startsWith(shareLinkPath),
    async handle(request, response) {
      const { method = "GET", url = "" } = request;
      if (method !== "GET" && method !== "HEAD") return void response.writeHead(405, { allow: "GET, HEAD" }).end();
      const token = url.slice(shareLinkPath.length).split("?")[0]!;
      const link = tokenPattern.test(token) ? await validLink(token) : undefined;
      if (!link || !(await countOpen(db, link.id, method)))
        return sendMessage({ request, response, headers, onSent: () => undefined }, missing);
      const { origin, ...endpoint } = endpointFor(request.headers.host ?? "");
      const path = presign({
        ...endpoint,
        method,
        bucket: link.bucketName,
        key: link.key,
        accessKey: link.accessKey,
        secret: link.secret,
        sessionToken: token,
        seconds: link.isLimited ? limitedOpenSeconds : openSeconds,
      });
      response.writeHead(302, { ...headers, location: origin + path }).end();
    },
  };
};

interface Endpoint {
  /** "" for the host of the request. */
  readonly origin: string;
  readonly host: string;
  readonly prefix: string;
}

const isLoopback = (host: string): boolean => /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i.test(host);

const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

/** Also the page of links that never existed, so that nobody learns which did. */
const missing = {
  status: 404,
  title: "Link not found",
  text: "This share link has expired, was revoked, or its file was moved or deleted. Ask for a new link.",
};

const linkOf = async (db: Db, token: string) => {
  const row = await db
    .selectFrom("share_link")
    .innerJoin("access_key", "access_key.access_key", "share_link.access_key")
    .innerJoin("bucket", "bucket.id", "share_link.bucket_id")
    .select(["share_link.id", "share_link.key", "share_link.access_key", "share_link.opens_max", "bucket.name"])
    .where("share_link.token_hash", "=", hashOf(token))
    .where("access_key.expires_at", ">", new Date())
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, key, access_key: accessKey, opens_max: opensMax } = row;
  return { id, key, accessKey, isLimited: opensMax !== null, bucketName: row.name };
};

/** Counts an opening. Returns whether the link may be opened; of several at once, only as many as it allows. */
const countOpen = async (db: Db, id: string, method: string): Promise<boolean> => {
  const isOpen = sql<boolean>`(opens_max is null or opens < opens_max)`;
  if (method === "HEAD") {
    const open = db.selectFrom("share_link").select("id").where("id", "=", id).where(isOpen);
    return (await open.executeTakeFirst()) !== undefined;
  }
  const counting = db
    .updateTable("share_link")
    .set({ opens: sql<bigint>`opens + 1` })
    .where("id", "=", id)
    .where(isOpen);
  return (await counting.executeTakeFirst()).numUpdatedRows > 0n;
};

const ofKey = (column: "expires_at" | "person_id") =>
  sql`(select access_key.${sql.ref(column)} from access_key where access_key.access_key = share_link.access_key)`;

/** Calls of a team's links. */
const shareLinkRoutes = ({ box, callers }: Pick<Deps, "box" | "callers">): Route[] =>
  tableRoutes(resource, "share_link", {
    target: "key",
    where: (rows) => rows.where(ofKey("expires_at"), ">", new Date()),
    columns: {
      bucket: sql`(select bucket.name from bucket where bucket.id = share_link.bucket_id)`,
      expiresAt: ofKey("expires_at"),
      userName: sql`(select username from person where person.id = ${ofKey("person_id")})`,
    },
    present: (row) => ({
      path: shareLinkPath + box.open(sealedShareLinks.purpose(row.access_key), row.sealed_token),
    }),
    // The link goes with its key.
    beforeDelete: async ({ access_key: accessKey }, { db }) => {
      await db.deleteFrom("access_key").where("access_key", "=", accessKey).execute();
    },
    after: ({ afterCommit }) => afterCommit(callers.forget),
    verbs: ({ create }) => ({
      create: async (context) => {
        const { db, caller, body } = context;
        const seconds = Math.floor(body.expiresAt - Date.now() / 1000);
        if (seconds < 1) throw invalidField("expiresAt", "Expires: choose a date in the future.");
        if (seconds > shareLinkSecondsMax + clockSkewMs / 1000)
          throw invalidField("expiresAt", "Expires: choose a date within a year.");
        if (body.key.split("/").some((part) => part === "." || part === ".."))
          throw invalidField("key", 'Browsers can\'t open paths with "." or "..".');
        const { bucket_id: bucketId } = await db
          .selectFrom("bucket_object")
          .innerJoin("bucket", "bucket.id", "bucket_object.bucket_id")
          .select("bucket_id")
          .where("bucket.team_id", "=", caller.teamId)
          .where("bucket.name", "=", body.bucket)
          .where("bucket_object.key", "=", body.key)
          .executeTakeFirstOrThrow(notFound);
        const token = randomBytes(tokenBytes).toString("base64url");
        const shared = { bucket: body.bucket, key: body.key, seconds, sessionToken: token };
        const { accessKey } = await issueShareKey(box, db, caller, shared);
        return create(context, {
          bucket_id: bucketId,
          access_key: accessKey,
          token_hash: hashOf(token),
          sealed_token: box.seal(sealedShareLinks.purpose(accessKey), token),
        });
      },
    }),
  });
