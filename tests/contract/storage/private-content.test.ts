/** Access to content by its CID, in every form the server sends: private content answers as if it did not exist. */
import { randomUUID } from "node:crypto";
import {
  CreateBucketCommand,
  DeletePublicAccessBlockCommand,
  GetPublicAccessBlockCommand,
  HeadObjectCommand,
  PutBucketAclCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
  PutPublicAccessBlockCommand,
} from "@aws-sdk/client-s3";
import * as dagCbor from "@ipld/dag-cbor";
import { AwsClient } from "aws4fetch";
import { CID } from "multiformats/cid";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BucketRow, BucketVisibility } from "../../../resources/storage/buckets.ts";
import { carOf } from "../../support/ipfs/car.ts";
import { sharedBy, testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { blockOf } from "../../support/ipfs/dag.ts";
import { ask } from "../../support/server/http.ts";
import { refusal, s3User, s3Region } from "../../support/storage/s3-user.ts";
import { joinTeam } from "../../support/account/team.ts";
import { keyStream, referenceCid } from "../../support/ipfs/unixfs.ts";

type User = Awaited<ReturnType<typeof s3User>>;

const word = randomUUID().slice(0, 8);
const MiB = 1024 * 1024;
const films = { private: keyStream("private")(2.5 * MiB), public: keyStream("public")(2.5 * MiB) };

let cloud: TestCloud;
let port: number;
let owner: User;
let stranger: User;
/** Member of a team that makes no requests. */
let bystander: User;
beforeAll(async () => {
  cloud = await testCloud();
  port = Number(new URL(cloud.url).port);
  [owner, stranger, bystander] = [await s3User(cloud.url), await s3User(cloud.url), await s3User(cloud.url)];
});
afterAll(() => expect(cloud.faults).toEqual([]));

const put = async (bucket: string, key: string, body: string | Buffer, by = owner): Promise<string> => {
  await by.client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
  const { Metadata } = await by.client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
  return Metadata!["ipfs-hash"]!;
};
const makeBucket = async (name: string, by = owner): Promise<string> => {
  const bucket = `${name}-${word}`;
  await by.client.send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
};
const setVisibility = (bucket: string, visibility: BucketVisibility, by = owner) =>
  by.data(`PUT /api/bucket/buckets/${bucket}/visibility`, { visibility });
const rowOf = async (bucket: string): Promise<BucketRow> =>
  (await owner.data<{ list: BucketRow[] }>(`GET /api/bucket/buckets/extra?name=${bucket}`)).list[0]!;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const byPath = (cid: string, query = "", headers = {}) =>
  ask(port, `localhost:${port}`, `/ipfs/${cid}${query}`, { headers });
const statusOf = async (cid: string, query = "", headers = {}) => (await byPath(cid, query, headers)).status;
const snapshotOf = async (bucket: string): Promise<{ id: string; cid: string }> => {
  const { id } = await owner.data<{ id: string }>("POST /api/bucket/snapshots", { bucket });
  return vi.waitFor(
    async () => {
      const { list } = await owner.data<{ list: { id: string; cid?: string }[] }>(
        `GET /api/bucket/snapshots?bucket=${bucket}`,
      );
      const cid = list.find((snapshot) => snapshot.id === id)?.cid;
      if (cid === undefined) throw new Error("It is not generated yet.");
      return { id, cid };
    },
    { timeout: 90_000, interval: 50 },
  );
};
const pinned = async (cid: string, by = owner): Promise<{ status: string; details?: string }> => {
  const { id } = await by.data<{ id: string }>("POST /api/pinning/user/pins", { cid });
  return vi.waitFor(
    async () => {
      const { items } = await by.data<{ items: { id: string; status: string; details?: string }[] }>(
        "GET /api/pinning/user/pins",
      );
      const pin = items.find((item) => item.id === id)!;
      if (pin.status !== "pinned" && pin.status !== "failed") throw new Error(`still ${pin.status}`);
      return pin;
    },
    { timeout: 90_000, interval: 50 },
  );
};

/** CID of a file that is not stored here. */
const absent = "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy";

describe("by its CID,", () => {
  const callers = ["nobody", "stranger", "strangersToken", "session", "token"] as const;
  type Caller = (typeof callers)[number];
  const own: readonly Caller[] = ["session", "token"];
  let headersOf: Record<Caller, Record<string, string>>;

  /** Each kind of content: its CID, and whether it is public. */
  const kinds = {
    "a file of a private bucket": "private",
    "a block of it": "private",
    "a snapshot nobody published": "private",
    "a file that another team's private bucket has, too": "private",
    "a file of a public bucket": "public",
    "a block of a file of a public bucket": "public",
    "a site": "public",
    "a file of a site": "public",
    "a pin": "public",
    "a published snapshot": "public",
    "a file of a bucket with an address": "public",
    "a file of a private bucket that a site has, too": "public",
  } as const;
  type Kind = keyof typeof kinds;
  let cids: Record<Kind, string>;
  const openGateway = `open-${word}`;
  const hiddenGateway = `hidden-${word}`;

  beforeAll(async () => {
    const [hidden, open, named, kept] = await Promise.all(
      ["hidden", "open", "named", "kept"].map((name) => makeBucket(name)),
    );
    await setVisibility(open!, "public");
    await owner.data(`PUT /api/bucketDomain/address/${named}`, { on: true });
    const theirs = await makeBucket("theirs", bystander);
    const token = async (by: User) =>
      (await by.data<{ token: string }>("POST /api/gateway/user/token/new", { name: "server" })).token;
    headersOf = {
      nobody: {},
      stranger: bearer(stranger.token),
      strangersToken: bearer(await token(stranger)),
      session: bearer(owner.token),
      token: bearer(await token(owner)),
    };
    await owner.data("PUT /api/gateway/gateway", { name: openGateway, scope: "public" });
    await owner.data("PUT /api/gateway/gateway", { name: hiddenGateway, scope: "private" });

    const film = await put(hidden!, "film.mp4", films.private);
    const openFilm = await put(open!, "film.mp4", films.public);
    const snapshot = await snapshotOf(hidden!);
    await put(kept!, "site.html", `kept ${word}`);
    const published = await snapshotOf(kept!);
    await owner.data(`POST /api/bucket/snapshots/${published.id}`);
    await put(theirs, "both.txt", `both ${word}`, bystander);
    await owner.site(`site-${word}`, { "index.html": `site ${word}`, "shared.txt": `shared ${word}` });
    const root = await referenceCid(
      [
        { path: "index.html", content: Buffer.from(`site ${word}`) },
        { path: "shared.txt", content: Buffer.from(`shared ${word}`) },
      ],
      { wrapWithDirectory: true },
    );
    const toPin = await put(hidden!, "pinned.txt", `pinned ${word}`);
    // The dashboard asks its owner before a pin publishes it; for others it does not exist.
    const isPrivate = async (by = owner) =>
      (await by.data<{ isPrivate: boolean }>(`GET /api/pinning/user/visibility?cid=${toPin}`)).isPrivate;
    expect([await isPrivate(), await isPrivate(stranger)]).toEqual([true, false]);
    expect((await pinned(toPin)).status).toBe("pinned");
    expect(await isPrivate()).toBe(false);
    cids = {
      "a file of a private bucket": film,
      "a block of it": await leafOf(film),
      "a snapshot nobody published": snapshot.cid,
      "a file that another team's private bucket has, too": await put(hidden!, "both.txt", `both ${word}`),
      "a file of a public bucket": openFilm,
      "a block of a file of a public bucket": await leafOf(openFilm),
      "a site": root,
      "a file of a site": await referenceCid([{ path: "index.html", content: Buffer.from(`site ${word}`) }]),
      "a pin": toPin,
      "a published snapshot": published.cid,
      "a file of a bucket with an address": await put(named!, "a.txt", `named ${word}`),
      "a file of a private bucket that a site has, too": await put(hidden!, "shared.txt", `shared ${word}`),
    };
  });

  /** Returns a block of a file that is stored as one blob. */
  const leafOf = async (cid: string): Promise<string> => {
    const { rows } = await cloud.database.pool.query<{ cid: Buffer }>(
      `select block.cid from block where blob_id = (select blob_id from root where cid = $1)
       order by block.cid = $1 desc, offset_bytes`,
      [Buffer.from(CID.parse(cid).bytes)],
    );
    return CID.decode(rows[1]!.cid).toString();
  };

  type Form = (cid: string) => { host: string; path: string };
  const forms: Readonly<Record<string, Form>> = {
    "by path": (cid) => ({ host: "localhost", path: `/ipfs/${cid}` }),
    "at a host of its own": (cid) => ({ host: `${cid}.ipfs.localhost`, path: "/" }),
    "as a raw block": (cid) => ({ host: "localhost", path: `/ipfs/${cid}?format=raw` }),
    "as a CAR": (cid) => ({ host: "localhost", path: `/ipfs/${cid}?format=car` }),
    "at a public dedicated gateway": (cid) => ({ host: `${openGateway}.localhost`, path: `/ipfs/${cid}?format=raw` }),
  };
  const request = (form: Form, cid: string, caller: Caller, method: string) => {
    const { host, path } = form(cid);
    return ask(port, `${host}:${port}`, path, { method, headers: headersOf[caller] });
  };
  const told = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => [
    status,
    { ...headers, date: undefined, "x-request-id": undefined },
    body.toString(),
  ];

  test.each(Object.entries(kinds) as [Kind, "private" | "public"][])("%s is %s", async (kind, expected) => {
    for (const [name, form] of Object.entries(forms))
      for (const caller of callers)
        for (const method of ["GET", "HEAD"]) {
          const reply = await request(form, cids[kind], caller, method);
          const cell = `${name}, ${caller}, ${method}`;
          if (expected === "private" && !own.includes(caller)) {
            expect(reply.status, cell).toBe(404);
            expect(told(reply), cell).toEqual(told(await request(form, absent, caller, method)));
            continue;
          }
          // A folder's path redirects to its URL with a slash.
          expect([200, 301], cell).toContain(reply.status);
          if (expected === "public") expect(reply.headers["cache-control"], cell).toMatch(/^public/);
          else expect(reply.headers["cache-control"], cell).toBe("private, no-store");
          if (expected === "private") expect(reply.headers.vary, cell).toContain("Authorization");
        }
  });

  test("no name, default page or condition gives access to private content; the owner's token does", async () => {
    const cid = cids["a file of a private bucket"];
    const { key } = await owner.data<{ key: string }>("POST /api/ipns/names", {
      name: "film",
      value: `/ipfs/${cid}`,
      lifetime: 30,
    });
    const byName = (headers = {}) => ask(port, `localhost:${port}`, `/ipns/${key}`, { headers });
    expect((await byName()).status).toBe(404);
    expect((await byName(headersOf.stranger)).status).toBe(404);
    const named = await byName(headersOf.session);
    expect([named.status, named.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    await owner.data(`PUT /api/gateway/${openGateway}/index`, { indexPage: `/ipfs/${cid}` });
    expect((await ask(port, `${openGateway}.localhost:${port}`, "/")).status).toBe(404);
    for (const headers of [{ "if-none-match": `"${cid}"` }, { "if-none-match": "*" }, { range: "bytes=0-1" }])
      expect((await ask(port, `localhost:${port}`, `/ipfs/${cid}`, { headers })).status).toBe(404);
    expect(
      (await ask(port, `localhost:${port}`, `/ipfs/${cid}`, { headers: { "cache-control": "only-if-cached" } })).status,
    ).toBe(412);
    const partly = await ask(port, `localhost:${port}`, `/ipfs/${cid}`, {
      headers: { ...headersOf.token, range: "bytes=0-1" },
    });
    expect([partly.status, partly.headers["cache-control"]]).toEqual([206, "private, no-store"]);
    expect(await statusOf(cid, `?token=${headersOf.token.authorization!.slice("Bearer ".length)}`)).toBe(200);
  });

  test("a private gateway serves its team's private content, its blocks and its sites, and no other team's", async () => {
    const at = (cid: string, headers: Record<string, string>) =>
      ask(port, `${hiddenGateway}.localhost:${port}`, `/ipfs/${cid}?format=raw`, { headers });
    for (const kind of ["a file of a private bucket", "a block of it", "a site", "a file of a site"] as const)
      expect((await at(cids[kind], headersOf.token)).status, kind).toBe(200);
    expect((await at(cids["a block of it"], headersOf.strangersToken)).status).toBe(401);
    const others = await put(await makeBucket("theirs-too", stranger), "a", `theirs ${word}`, stranger);
    expect((await at(others, headersOf.token)).status).toBe(404);
  });

  test("a signed S3 request with an access key reads it, an unsigned one does not", async () => {
    const { accessKey, secretKey } = await owner.makeKey();
    const signer = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: "s3",
      region: s3Region,
    });
    const url = `${owner.endpoint}/hidden-${word}/pinned.txt`;
    expect((await signer.fetch(url)).status).toBe(200);
    expect((await fetch(url)).status).toBe(403);
  });

  test("a member without bucket access reads nothing private, one with it does", async () => {
    const cid = cids["a file of a private bucket"];
    for (const [access, status] of [
      [["BUCKET"], 200],
      [["HOSTING"], 404],
    ] as const) {
      const member = await s3User(cloud.url);
      const { teamToken } = await joinTeam(cloud.url, owner.token, member.token, { access });
      expect(await statusOf(cid, "", bearer(teamToken)), access[0]).toBe(status);
      expect(await statusOf(cid, "", bearer(member.token))).toBe(404);
    }
  });
});

describe("a bucket", () => {
  test("is private by default, by S3 as well, and public with the canned ACL public-read", async () => {
    const bucket = await makeBucket("plain");
    expect(await rowOf(bucket)).toMatchObject({ visibility: "private", public: false });
    const open = `asked-open-${word}`;
    await owner.client.send(new CreateBucketCommand({ Bucket: open, ACL: "public-read" }));
    expect(await rowOf(open)).toMatchObject({ visibility: "public", public: true });
  });

  test("switches between public and private at once, for previously requested content too", async () => {
    const bucket = await makeBucket("switched");
    const cid = await put(bucket, "a.txt", `switched ${word}`);
    expect(await statusOf(cid)).toBe(404);
    for (const [visibility, status] of [
      ["public", 200],
      ["private", 404],
      ["public", 200],
      ["private", 404],
    ] as const) {
      await setVisibility(bucket, visibility);
      for (const query of ["", "?format=raw", "?format=car"])
        expect(await statusOf(cid, query), visibility).toBe(status);
    }
  });

  test("switched in one process is switched in the others at once", async () => {
    const first = await testCloud();
    const second = await testCloud(sharedBy(first));
    const user = await s3User(first.url);
    const bucket = await makeBucket("elsewhere", user);
    const cid = await put(bucket, "a.txt", `elsewhere ${word}`, user);
    const other = Number(new URL(second.url).port);
    const expectThere = async (status: number) =>
      expect((await ask(other, `localhost:${other}`, `/ipfs/${cid}`)).status).toBe(status);
    await expectThere(404);
    await vi.waitFor(
      async () => {
        await setVisibility(bucket, "public", user);
        await expectThere(200);
        await setVisibility(bucket, "private", user);
        // Before the cache there would expire. The second process starts to listen a moment after it has opened.
        await vi.waitFor(() => expectThere(404), { timeout: 2000, interval: 20 });
      },
      { timeout: 90_000, interval: 50 },
    );
  });

  test("with a public address is public, and stays so until the address is removed", async () => {
    const bucket = await makeBucket("addressed");
    await owner.data(`PUT /api/bucketDomain/address/${bucket}`, { on: true });
    expect((await rowOf(bucket)).visibility).toBe("public");
    const refused = await owner.call(`PUT /api/bucket/buckets/${bucket}/visibility`, {
      token: owner.token,
      body: { visibility: "private" },
    });
    expect([refused.status, refused.body.code]).toEqual([409, expect.anything()]);
    await owner.data(`PUT /api/bucketDomain/address/${bucket}`, { on: false });
    await setVisibility(bucket, "private");
    expect((await rowOf(bucket)).visibility).toBe("private");
    await owner.data("POST /api/bucketDomain/domain/bucket", { domain: `${word}.example`, bucketName: bucket });
    expect((await rowOf(bucket)).visibility).toBe("public");
    await expect(setVisibility(bucket, "private")).rejects.toThrow("409");
  });

  test("made private accepts no policy, and loses its policy", async () => {
    const bucket = await makeBucket("policy");
    const Policy = JSON.stringify({
      Version: "2012-10-17",
      Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `arn:aws:s3:::${bucket}/*` }],
    });
    const set = () => owner.client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
    await put(bucket, "a.txt", `policy ${word}`);
    expect(await refusal(set())).toEqual({ status: 403, code: "AccessDenied" });
    const url = `${owner.endpoint}/${bucket}/a.txt`;
    await setVisibility(bucket, "public");
    expect((await fetch(url)).status).toBe(403);
    await set();
    expect((await fetch(url)).status).toBe(200);
    await setVisibility(bucket, "private");
    expect((await fetch(url)).status).toBe(403);
    await setVisibility(bucket, "public");
    expect((await fetch(url)).status).toBe(403);
  });

  test("supports S3's ways to set it: ACLs, and the public access block", async () => {
    const bucket = await makeBucket("words");
    const block = async () =>
      (await owner.client.send(new GetPublicAccessBlockCommand({ Bucket: bucket }))).PublicAccessBlockConfiguration;
    expect(Object.values((await block())!)).toEqual([true, true, true, true]);
    expect(await refusal(owner.client.send(new DeletePublicAccessBlockCommand({ Bucket: bucket })))).toEqual({
      status: 403,
      code: "AccessDenied",
    });
    await owner.client.send(new PutBucketAclCommand({ Bucket: bucket, ACL: "public-read" }));
    expect(await rowOf(bucket)).toMatchObject({ visibility: "public", public: true });
    expect((await refusal(block())).code).toBe("NoSuchPublicAccessBlockConfiguration");
    const all = { BlockPublicAcls: true, IgnorePublicAcls: true, BlockPublicPolicy: true, RestrictPublicBuckets: true };
    const setBlock = (configuration: object) =>
      owner.client.send(
        new PutPublicAccessBlockCommand({ Bucket: bucket, PublicAccessBlockConfiguration: configuration }),
      );
    expect((await refusal(setBlock({ ...all, IgnorePublicAcls: false }))).code).toBe("NotImplemented");
    await setBlock(all);
    expect(await rowOf(bucket)).toMatchObject({ visibility: "private", public: false });
    await setVisibility(bucket, "public");
    await owner.client.send(new PutBucketAclCommand({ Bucket: bucket, ACL: "private" }));
    expect((await rowOf(bucket)).visibility).toBe("private");
  });
});

describe("another team's private content", () => {
  let cid: string;
  beforeAll(async () => {
    cid = await put(await makeBucket("secret"), "a.txt", `secret ${word}`);
  });

  test("is not pinned by its CID alone", async () => {
    expect((await pinned(cid, stranger)).status).toBe("failed");
    expect(await statusOf(cid)).toBe(404);
  });

  test("is not deployed by its hash", async () => {
    const bucket = await makeBucket("folder");
    await put(bucket, "index.html", `folder ${word}`);
    const { cid: folder } = await snapshotOf(bucket);
    const create = (by: User) =>
      by.call("POST /api/hosting/project", {
        token: by.token,
        body: { name: `by-hash-${word}`, platform: "IPFS", deployType: "CID", ipfsPath: `/ipfs/${folder}` },
      });
    const refused = await create(stranger);
    const absentFolder = await stranger.call("POST /api/hosting/project", {
      token: stranger.token,
      body: { name: `by-hash-${word}`, platform: "IPFS", deployType: "CID", ipfsPath: `/ipfs/${absent}` },
    });
    expect([refused.status, refused.body.code]).toEqual([absentFolder.status, absentFolder.body.code]);
    expect((await create(owner)).status).toBe(200);
    expect(await statusOf(folder)).toBe(404);
  });

  test("does not complete a CAR that only links to it, nor one that only contains its CID", async () => {
    const link = await blockOf(dagCbor.code, dagCbor.encode({ link: CID.parse(cid) }));
    for (const car of [await carOf([link]), await carOf([link], [CID.parse(cid)])]) {
      const sent = await fetch(`${cloud.url}/api/pinning/user/car`, {
        method: "POST",
        body: new Uint8Array(car),
        headers: { authorization: stranger.token, "content-type": "application/vnd.ipld.car" },
      });
      expect(sent.status, await sent.text()).toBeGreaterThanOrEqual(400);
    }
    expect(await statusOf(cid)).toBe(404);
  });

  test("is not shown in the blocks of another team's snapshot", async () => {
    const bucket = await makeBucket("mine", stranger);
    await put(bucket, "a", "mine", stranger);
    const { id } = await stranger.data<{ id: string }>("POST /api/bucket/snapshots", { bucket });
    const shown = async (query = ""): Promise<number> =>
      (await stranger.call(`GET /api/bucket/snapshots/${id}/dag${query}`, { token: stranger.token })).status;
    await expect.poll(() => shown()).toBe(200);
    expect(await shown(`?cid=${cid}`)).toBe(404);
  });
});
