/** Actors of the storage access table, each able to send requests to a running server. */
import { AwsClient } from "aws4fetch";
import { sql } from "kysely";
import type { AccessCode } from "../../../resources/declare/access.ts";
import { callerOf } from "../server/api.ts";
import type { TestCloud } from "../server/cloud.ts";
import { newOwner } from "../account/owner.ts";
import { s3User, s3Region, type KeyPair } from "./s3-user.ts";
import type { BucketKind, S3Actor } from "./storage-access-table.ts";
import { joinTeam } from "../account/team.ts";

export interface Asked {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Path below the bucket, with its query. */
  readonly path: string;
  readonly body?: string;
}

export type Act = (bucket: string, request: Asked) => Promise<Response>;
export type User = Awaited<ReturnType<typeof s3User>>;

const accounts = "/api/bucket/user/service-accounts";
const letter = "/notes/letter";

interface Ground {
  readonly cloud: TestCloud;
  readonly owner: User;
  readonly stranger: User;
  readonly buckets: Readonly<Record<BucketKind, string>>;
}

export const storageActors = async ({ cloud, owner, stranger, buckets }: Ground): Promise<Record<S3Actor, Act>> => {
  const { endpoint } = owner;
  const urlOf = (bucket: string, { path }: Pick<Asked, "path">): string => `${endpoint}/${bucket}${path}`;
  const signed = (key: KeyPair): Act => {
    const signer = signerOf(key);
    return (bucket, request) => signer.fetch(urlOf(bucket, request), initOf(request));
  };
  /** Presigns the URL of any request. */
  const byAddress =
    (address: (bucket: string) => Promise<string>): Act =>
    async (bucket, request) => {
      const { search } = new URL(await address(bucket));
      const more = request.path.includes("?") ? search.replace("?", "&") : search;
      return fetch(urlOf(bucket, request) + more, initOf(request));
    };
  const presign = async (key: KeyPair, bucket: string, { method, path }: Asked, datetime?: string): Promise<string> => {
    const aws = { signQuery: true, ...(datetime !== undefined && { datetime }) };
    return (await signerOf(key).sign(`${endpoint}/${bucket}${path}?X-Amz-Expires=600`, { method, aws })).url;
  };
  const reading: Asked = { method: "GET", path: letter };

  const join = async () => {
    const { token } = await newOwner(cloud.url);
    const access: readonly AccessCode[] = ["BUCKET"];
    const { teamToken, teamId, invitationId } = await joinTeam(cloud.url, owner.token, token, { access });
    const call = callerOf(cloud.url);
    const session = (await call("GET /api/bucket/user/sts/assume-role", { token: teamToken })).body.data as KeyPair;
    const makeKey = async () =>
      (await call(`POST ${accounts}`, { token: teamToken, body: { name: "a member's" } })).body.data as KeyPair;
    const edit = (change: object) =>
      owner.data(`PUT /api/auth/cooperation/member?teamId=${teamId}`, { invitationId, ...change });
    return { session, makeKey, edit };
  };
  const manager = await join();
  /** Returns a key from before an access change. */
  const changed = async (change: object): Promise<{ session: KeyPair; key: KeyPair }> => {
    const { session, makeKey, edit } = await join();
    const key = await makeKey();
    await edit(change);
    return { session, key };
  };
  const reader = await changed({ levels: { BUCKET: "read" } });
  const disabled = await changed({ status: "DISABLE" });
  const removed = await changed({ status: "REMOVE" });
  const withoutBuckets = await changed({ access: ["HOSTING"] });

  const deleted = await owner.makeKey();
  await owner.data(`DELETE ${accounts}/${deleted.accessKey}`);
  const reset = await owner.data<KeyPair>("POST /api/bucket/user/account");
  const master = await owner.data<KeyPair>("POST /api/bucket/user/account");
  /** Expires a key that no request has used, so that no cache has its expiry. */
  const ended = async (key: KeyPair): Promise<KeyPair> => {
    const endedAt = sql<Date>`now() - interval '1 second'`;
    const rows = cloud.database.db.updateTable("access_key").set({ expires_at: endedAt });
    await rows.where("access_key", "=", key.accessKey).execute();
    return key;
  };
  const endedKey = await ended(await owner.makeKey());
  const { accessKey, secretKey } = owner.session;
  const share = (bucket: string) =>
    owner.data<KeyPair>(`GET /api/bucket/user/sts/share?bucket=${bucket}&key=notes/letter&seconds=600`);
  const shares = { [buckets.private]: await share(buckets.private), [buckets.public]: await share(buckets.public) };
  // Created last, because a new session removes expired ones.
  const endedSession = await ended(await owner.data<KeyPair>("GET /api/bucket/user/sts/assume-role"));
  const skewed = new Date(Date.now() - 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, "");

  return {
    owner: signed(owner.session),
    master: signed(master),
    manager: signed(manager.session),
    reader: signed(reader.session),
    readersKey: signed(reader.key),
    disabled: signed(disabled.key),
    removed: signed(removed.key),
    withoutBuckets: signed(withoutBuckets.key),
    stranger: signed(stranger.session),
    anyone: (bucket, request) => fetch(urlOf(bucket, request), initOf(request)),
    readKey: signed(await owner.makeKey({ permissions: ["read"] })),
    writeKey: signed(await owner.makeKey({ permissions: ["write"] })),
    noDeleteKey: signed(await owner.makeKey({ permissions: ["read", "write"] })),
    otherBucketKey: signed(await owner.makeKey({ buckets: ["elsewhere"] })),
    prefixKey: signed(await owner.makeKey({ prefixes: ["notes/"] })),
    otherPrefixKey: signed(await owner.makeKey({ prefixes: ["albums/"] })),
    endedKey: signed(endedKey),
    deletedKey: signed(deleted),
    resetMaster: signed(reset),
    endedSession: signed(endedSession),
    tokenless: signed({ accessKey, secretKey }),
    wrongSecret: signed({ ...owner.session, secretKey: "0".repeat(40) }),
    wrongClock: async (bucket, request) => {
      const options = { ...initOf(request), aws: { datetime: skewed } };
      return fetch(await signerOf(owner.session).sign(urlOf(bucket, request), options));
    },
    shared: (bucket, request) => signed(shares[bucket]!)(bucket, request),
    presigned: byAddress((bucket) => presign(owner.session, bucket, reading)),
    presignedWrite: byAddress((bucket) => presign(owner.session, bucket, { method: "PUT", path: "/notes/new" })),
    presignedEnded: byAddress((bucket) => presign(owner.session, bucket, reading, "20260101T000000Z")),
    presignedAltered: byAddress(async (bucket) =>
      (await presign(owner.session, bucket, reading)).replace("X-Amz-Expires=600", "X-Amz-Expires=6000"),
    ),
    presignedDeleted: byAddress((bucket) => presign(deleted, bucket, reading)),
  };
};

const initOf = ({ method, body }: Asked): RequestInit => ({ method, ...(body !== undefined && { body }) });

const signerOf = ({ accessKey, secretKey, sessionToken }: KeyPair): AwsClient =>
  new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    ...(sessionToken !== undefined && { sessionToken }),
    service: "s3",
    region: s3Region,
    retries: 0,
  });
