// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { apiWire, authFor, ok } from "../../../../tests/support/server/api-wire.ts";
import { storedTeam } from "../../../../tests/support/account/stored-team.ts";

const { wire, sent, openPage } = apiWire();
const hour = 3600;
const stsKey = "stsData1";

/** Requests to the endpoint, and its responses. */
const sentRequests: { url: URL; headers: Headers; method: string }[] = [];
let answer: (url: URL) => Response;

beforeEach(() => {
  sentRequests.length = 0;
  answer = () => new Response("");
  vi.stubGlobal("fetch", async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address, location.origin);
    if (!url.pathname.startsWith("/s3")) return new Response("{}");
    sentRequests.push({ url, headers: new Headers(init.headers), method: init.method ?? "GET" });
    return answer(url);
  });
});

/** Opens a team's page whose credentials are valid for that long and differ each time. */
const openStorage = async (seconds = 12 * hour) => {
  let issued = 0;
  wire.answers = [
    ({ url }) =>
      url.includes("assume-role")
        ? ok({
            accessKey: `KEY${(issued += 1)}`,
            secretKey: "secret",
            sessionToken: "session",
            expiredAt: Math.floor(Date.now() / 1000) + seconds,
          })
        : undefined,
  ];
  const { session } = await openPage();
  session.setAuth(authFor("own", 2 * hour * 1000));
  session.setTeams([storedTeam("mine", "INDIVIDUAL", "own"), storedTeam("theirs", "COLLABORATION", "other")]);
  session.chooseTeam("mine");
  const [requests, listing, objects] = await Promise.all([
    import("./request.ts"),
    import("./listing.ts"),
    import("./objects.ts"),
  ]);
  return { ...requests, ...listing, ...objects, session };
};

const requestedKeys = () =>
  sentRequests.map(({ headers }) => /Credential=(\w+)/.exec(headers.get("authorization") ?? "")?.[1]);
const refusal = (code: string, more = "") =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message>${more}</Error>`, {
    status: 400,
  });

describe("temporary storage credentials", () => {
  test("Storage credentials refresh 1 hour before expiry; storage region eu-west-2", async () => {
    const { s3Request } = await openStorage();
    await Promise.all([s3Request({ bucket: "b" }), s3Request({ bucket: "b" })]);
    expect(requestedKeys()).toEqual(["KEY1", "KEY1"]);
    expect(sentRequests[0]!.headers.get("authorization")).toContain("/eu-west-2/s3/aws4_request");
    const stored = JSON.parse(localStorage.getItem(stsKey)!) as Record<string, unknown>;
    localStorage.setItem(stsKey, JSON.stringify({ ...stored, expiredAt: Math.floor(Date.now() / 1000) + hour - 1 }));
    await s3Request({ bucket: "b" });
    expect(requestedKeys().at(-1)).toBe("KEY2");
  });

  test("another team's credentials are never used", async () => {
    const { s3Request, session } = await openStorage();
    await s3Request({ bucket: "b" });
    session.chooseTeam("theirs");
    await s3Request({ bucket: "b" });
    expect(requestedKeys()).toEqual(["KEY1", "KEY2"]);
    expect(
      sent.filter(({ url }) => url.includes("assume-role")).map(({ headers }) => headers["Authorization"]),
    ).toEqual(["own", "other"]);
  });

  test.each(["ExpiredToken", "InvalidToken"])("after %s they are renewed once, and no more", async (code) => {
    const { s3Request } = await openStorage();
    answer = () => (sentRequests.length === 1 ? refusal(code) : new Response("fine"));
    expect(await (await s3Request({ bucket: "b" })).text()).toBe("fine");
    answer = () => refusal(code);
    await expect(s3Request({ bucket: "b" })).rejects.toMatchObject({ code, message: "No." });
    expect(requestedKeys()).toEqual(["KEY1", "KEY2", "KEY2", "KEY3"]);
  });

  test("a wrong clock is corrected by the endpoint's time, with the same credentials", async () => {
    const { s3Request } = await openStorage();
    const late = new Date(Date.now() + 2 * hour * 1000).toISOString();
    answer = () =>
      sentRequests.length === 1
        ? refusal("RequestTimeTooSkewed", `<ServerTime>${late}</ServerTime>`)
        : new Response("");
    await s3Request({ bucket: "b" });
    await s3Request({ bucket: "b" });
    expect(requestedKeys()).toEqual(["KEY1", "KEY1", "KEY1"]);
    expect(sentRequests.at(-1)!.headers.get("x-amz-date")!.slice(0, 11)).toBe(
      late.replaceAll(/[:-]/g, "").slice(0, 11),
    );
  });
});

describe("listings", () => {
  test("keys are returned as stored, files and folders apart, with the token of the next page", async () => {
    const { listObjects } = await openStorage();
    answer = () =>
      new Response(`<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <NextContinuationToken>more</NextContinuationToken>
        <Contents><Key>a%2Bb+c%25%01</Key><Size>7</Size><LastModified>2026-11-21T10:00:00.000Z</LastModified><ETag>&quot;e&quot;</ETag></Contents>
        <CommonPrefixes><Prefix>a/%2F</Prefix></CommonPrefixes></ListBucketResult>`);
    expect(await listObjects({ bucket: "b", prefix: "a/" })).toEqual({
      files: [{ key: "a+b c%\u0001", sizeBytes: 7, modifiedSeconds: Date.UTC(2026, 10, 21, 10) / 1000, etag: "e" }],
      folders: ["a//"],
      next: "more",
    });
    expect(Object.fromEntries(sentRequests[0]!.url.searchParams)).toEqual({
      "list-type": "2",
      "encoding-type": "url",
      "max-keys": "1000",
      prefix: "a/",
      delimiter: "/",
    });
  });

  test("a key that browsers would normalize to another one is refused without a request", async () => {
    const { headObject, copyObject } = await openStorage();
    await expect(headObject("b", "a/../c")).rejects.toThrow("Use an S3 client");
    await expect(copyObject({ bucket: "b", key: "a/./c" }, { bucket: "b", key: "x" })).rejects.toThrow(
      "Use an S3 client",
    );
    expect(sentRequests).toEqual([]);
  });
});

test("keys to delete are escaped for XML, and refused ones are returned", async () => {
  const { deleteObjects } = await openStorage();
  answer = () =>
    new Response(
      "<DeleteResult><Error><Key>b</Key><Code>AccessDenied</Code><Message>No.</Message></Error></DeleteResult>",
    );
  expect(await deleteObjects("b", ['<&">\u0007', "b"])).toEqual([{ key: "b", message: "No." }]);
  expect(sentRequests[0]!.headers.get("x-amz-checksum-sha256")).toMatch(/^[\w+/]{43}=$/);
});
