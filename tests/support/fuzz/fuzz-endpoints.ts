/**
 * Generates requests for the fuzz test to undeclared endpoints: S3, content, Git, JSON-RPC, AI, sockets, and bytes that
 * are not HTTP.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { AwsV4Signer } from "aws4fetch";
import fc from "fast-check";
import type { FuzzTarget, RawRequest } from "./fuzz-target.ts";
import { addressHeader, oddHeaders } from "./fuzz-requests.ts";
import { hostileText, hostileValue } from "./fuzz-values.ts";
import type { KeyPair } from "../storage/s3-user.ts";

export interface EndpointRequest extends RawRequest {
  /** Whether to sign the request for S3 before it is sent. */
  readonly isSigned: boolean;
}

type Text = fc.Arbitrary<string>;

export const endpointRequestOf = (target: FuzzTarget): fc.Arbitrary<EndpointRequest> => {
  const { chains, content, git, models, s3 } = endpointsOf(target);
  return fc.oneof(
    { weight: 5, arbitrary: s3 },
    { weight: 3, arbitrary: content },
    { weight: 1, arbitrary: git },
    { weight: 3, arbitrary: chains },
    { weight: 2, arbitrary: models },
    { weight: 2, arbitrary: anyPath },
  );
};

const endpointsOf = ({ known, anyone }: FuzzTarget) => {
  const names = (area: string): Text => {
    const there = known(area);
    return there.length > 0 ? fc.oneof(fc.constantFrom(...there).map(escaped), segment) : segment;
  };
  const credential = fc.oneof(fc.constant({}), fc.constantFrom(...anyone));

  const s3 = requestBy({
    method: fc.constantFrom("GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS", "PATCH"),
    path: fc
      .tuple(fc.oneof(fc.constantFrom("mine", ""), names("/api/bucket")), segments, queryOf(s3Queries))
      .map(([bucket, key, query]) => `/s3/${bucket}${key}${query}`),
    headers: fc.oneof(fc.constant({}), headerOf(s3Headers)),
    body: fc.oneof(
      bytes,
      fc.constantFrom(...s3Bodies).map((text) => Buffer.from(text)),
    ),
    isSigned: fc.constantFrom(true, true, false),
  });
  const content = requestBy({
    method: fc.constantFrom("GET", "GET", "HEAD", "POST", "OPTIONS"),
    path: fc
      .tuple(
        fc.constantFrom("ipfs", "ipns", "api/v0"),
        fc.oneof(fc.constantFrom(...cids), names("/api/pinning")),
        segments,
        queryOf(contentQueries),
      )
      .map(([space, id, path, query]) => `/${space}/${id}${path}${query}`),
    headers: fc.oneof(fc.constant({}), headerOf(contentHeaders)),
  });
  const git = requestBy({
    method: fc.constantFrom("GET", "POST"),
    path: fc
      .tuple(
        segment,
        segment,
        fc.constantFrom(
          "info/refs?service=git-upload-pack",
          "info/refs?service=git-receive-pack",
          "info/refs",
          "git-upload-pack",
          "git-receive-pack",
          "HEAD",
          "config",
          "objects/info/packs",
        ),
      )
      .map(([namespace, name, end]) => `/git/${namespace}/${name}.git/${end}`),
    headers: fc.oneof(
      credential,
      fc.constantFrom({ authorization: "Basic Og==" }, { authorization: "Basic bWU6eA==" }),
    ),
    body: fc.oneof(
      bytes,
      fc.constantFrom("0000", "0032want ", "ffff").map((text) => Buffer.from(text)),
    ),
  });
  const chains = requestBy({
    method: fc.constantFrom("POST", "POST", "POST", "GET", "OPTIONS"),
    path: fc.oneof(
      fc.constantFrom(
        "/chain/polygon",
        "/chain/bsc",
        "/solana",
        "/ton/api/v2/jsonRPC",
        "/zksync/jsrpc",
        "/arweave/info",
        "/arweave/tx",
        "/arweave/graphql",
        "/bot/webhook",
      ),
      fc
        .tuple(fc.constantFrom("polygon/mainnet", "bsc/mainnet", "none/mainnet", "polygon"), names("/api/rpc"))
        .map(([chain, key]) => `/v1/${chain}/${key}`),
      fc
        .tuple(
          fc.constantFrom("/rollup", "/chain", "/arweave/tx", "/routing/v1/ipns", "/zksync/api/v0.2/accounts"),
          segment,
        )
        .map((parts) => parts.join("/")),
    ),
    headers: fc.oneof(fc.constant({ "content-type": "application/json" }), credential),
    body: jsonRpc,
  });
  const models = requestBy({
    method: fc.constantFrom("POST", "POST", "GET"),
    path: fc.oneof(
      fc.constantFrom(
        "/api/v1/chat/completions",
        "/api/v1/completions",
        "/api/v1/embeddings",
        "/api/v1/models",
        "/api/v1/nothing",
      ),
      segment.map((id) => `/api/v1/models/${id}`),
    ),
    headers: credential.map((one) => ({ "content-type": "application/json", ...one })),
    body: asJson(
      fc.record(
        {
          model: fc.oneof(fc.constant("freehold"), hostileValue()),
          messages: fc.oneof(fc.constant([{ role: "user", content: "hi" }]), hostileValue()),
          input: hostileValue(),
          prompt: hostileValue(),
          max_tokens: fc.oneof(fc.constant(1), hostileValue()),
          temperature: hostileValue(),
          stream: fc.oneof(fc.boolean(), hostileValue()),
          tools: hostileValue(),
          stop: hostileValue(),
        },
        { requiredKeys: ["model"] },
      ),
    ),
  });
  return { s3, content, git, chains, models };
};

interface Deps {
  readonly method: Text;
  readonly path: Text;
  readonly headers?: fc.Arbitrary<Record<string, string>>;
  readonly body?: fc.Arbitrary<Uint8Array>;
  readonly isSigned?: fc.Arbitrary<boolean>;
}

const requestBy = ({
  method,
  path,
  headers = fc.constant({}),
  body,
  isSigned = fc.constant(false),
}: Deps): fc.Arbitrary<EndpointRequest> =>
  fc
    .record({
      method,
      path,
      headers,
      odd: oddHeaders(),
      address: addressHeader(),
      body: body ?? fc.constant(undefined),
      isSigned,
    })
    .map(({ method, path, headers, odd, address, body, isSigned }) => {
      const sends = body !== undefined && !["GET", "HEAD", "OPTIONS"].includes(method);
      return {
        method,
        path,
        // A signature covers the host.
        isSigned: isSigned && odd["host"] === undefined,
        headers: { ...address, ...headers, ...odd, ...(sends && { "content-length": String(body.length) }) },
        ...(sends && { body }),
      };
    });

const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

const segment: Text = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-z0-9.-]{1,12}$/) },
  {
    weight: 2,
    arbitrary: hostileText()
      .filter((text) => text.length < 2000)
      .map(escaped),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%", "%zz", "%00", "%2e%2e", "..", ".", "%C0%AE", "%ff", "a%2Fb", "\\", "a:b", ";", "~"),
  },
);
const segments: Text = fc.array(segment, { maxLength: 3 }).map((parts) => parts.map((part) => `/${part}`).join(""));
const bytes = fc.uint8Array({ maxLength: 200 });

const queryOf = (names: readonly string[]): Text =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), fc.oneof(fc.constant(""), segment)), { maxLength: 3 })
    .map((pairs) =>
      pairs.length === 0 ? "" : `?${pairs.map(([name, value]) => (value ? `${name}=${value}` : name)).join("&")}`,
    );

const headerOf = (names: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(fc.stringMatching(/^[!-~]{0,20}$/), fc.constantFrom("0", "-1", "true", "STANDARD", "AES256", "é")),
    {
      minKeys: 1,
      maxKeys: 2,
      noNullPrototype: true,
    },
  );

const s3Queries =
  "acl cors encryption lifecycle location logging notification object-lock policy replication tagging versioning versions website uploads delete list-type prefix delimiter max-keys marker continuation-token start-after encoding-type fetch-owner uploadId partNumber attributes legal-hold retention torrent restore select response-content-type response-cache-control X-Amz-Algorithm X-Amz-Credential X-Amz-Date X-Amz-Expires X-Amz-SignedHeaders X-Amz-Signature X-Amz-Security-Token".split(
    " ",
  );
const s3Headers =
  "x-amz-acl x-amz-copy-source x-amz-copy-source-range x-amz-copy-source-if-match x-amz-metadata-directive x-amz-tagging x-amz-tagging-directive x-amz-meta-a x-amz-storage-class x-amz-server-side-encryption x-amz-server-side-encryption-customer-algorithm x-amz-checksum-crc32 x-amz-checksum-sha256 x-amz-checksum-type x-amz-sdk-checksum-algorithm x-amz-decoded-content-length x-amz-content-sha256 x-amz-date x-amz-security-token x-amz-expected-bucket-owner x-amz-object-lock-mode x-amz-request-payer x-amz-website-redirect-location x-amz-mp-object-size content-md5 cache-control content-disposition content-language expires if-match if-modified-since".split(
    " ",
  );
const s3Bodies: readonly string[] = [
  "<Delete></Delete>",
  "<Delete><Object><Key>a</Key></Object></Delete>",
  `<Delete>${"<Object><Key>a</Key></Object>".repeat(1001)}</Delete>`,
  "<CompleteMultipartUpload><Part><PartNumber>0</PartNumber><ETag>x</ETag></Part></CompleteMultipartUpload>",
  "<Tagging><TagSet><Tag><Key>__proto__</Key><Value>1</Value></Tag></TagSet></Tagging>",
  "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin></CORSRule></CORSConfiguration>",
  "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'><!ENTITY c '&b;&b;'>]><Delete><Object><Key>&c;</Key></Object></Delete>",
  "<a>".repeat(5000),
  '{"Version":"2012-10-17","Statement":{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::mine/*"}}',
  "{",
  "5;chunk-signature=0\r\nhello\r\n0;chunk-signature=0\r\n\r\n",
];
const contentQueries = "format filename download entity-bytes dag-scope car-version car-order uri token".split(" ");
const contentHeaders = "accept range if-none-match sec-fetch-dest sec-fetch-mode service-worker x-ipfs-path".split(" ");
const cids: readonly string[] = [
  "bafkqaaa",
  "bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy",
  "QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn",
  "bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354",
  "k51qzi5uqu5dgutdk6i1ynyzgkqngpha5xpgia3a5qqp4jsh0u4csozksxel2r",
];

const rpcMethods: readonly string[] = [
  "eth_chainId",
  "eth_blockNumber",
  "eth_getBalance",
  "eth_call",
  "eth_getLogs",
  "eth_sendRawTransaction",
  "eth_getBlockByNumber",
  "eth_feeHistory",
  "eth_subscribe",
  "eth_newFilter",
  "debug_traceTransaction",
  "anvil_setBalance",
  "getHealth",
  "getLatestBlockhash",
  "sendTransaction",
  "getAddressInformation",
  "sendBoc",
  "account_info",
  "tx_submit",
];

const asJson = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array> =>
  value.map((one) => Buffer.from(JSON.stringify(one) ?? "undefined"));

const rpcCall = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant<unknown>("2.0") }, { weight: 1, arbitrary: hostileValue() }),
    id: fc.oneof({ weight: 3, arbitrary: fc.nat() as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: hostileValue() }),
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<unknown>(...rpcMethods) },
      { weight: 1, arbitrary: hostileValue() },
    ),
    params: fc.oneof(fc.array(hostileValue(), { maxLength: 3 }) as fc.Arbitrary<unknown>, hostileValue()),
  },
  { requiredKeys: ["method"] },
);

const jsonRpc: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 6, arbitrary: asJson(rpcCall) },
  { weight: 2, arbitrary: asJson(fc.array(rpcCall, { maxLength: 5 })) },
  { weight: 1, arbitrary: asJson(hostileValue()) },
  { weight: 1, arbitrary: bytes },
);

const anyPath = requestBy({
  method: fc.constantFrom("GET", "POST", "PUT", "HEAD", "DELETE", "PATCH", "TRACE", "PROPFIND", "OPTIONS"),
  path: fc.oneof(
    segments.map((path) => path || "/"),
    fc.constantFrom(
      "/healthz",
      "/readyz",
      "/openapi.json",
      "/config.json",
      "/tonconnect-manifest.json",
      "/api",
      "/api/",
      "/docs/operations",
      "*",
      "//",
      "/?",
      "http://evil.example/",
      "/.well-known/acme-challenge/x",
    ),
    fc
      .tuple(
        fc.constantFrom("/docs", "/avatars", "/templates", "/downloads", "/api", "/assets", "/.well-known"),
        segments,
      )
      .map((parts) => parts.join("")),
    segment.map((sid) => `/socket.io/?EIO=4&transport=polling&sid=${sid}`),
    segment.map((token) => `/socket.io/?EIO=4&transport=polling&authorization=${token}`),
  ),
  body: bytes,
});

/** Signs the request for S3 if it should be. */
export const signedFor = async (url: string, request: EndpointRequest, key: KeyPair): Promise<EndpointRequest> => {
  if (!request.isSigned) return request;
  const { method, path, headers, body } = request;
  const signer = new AwsV4Signer({
    method,
    url: url + path,
    headers: Object.entries(headers).filter(([name, value]) => name !== "content-length" && isLatin1.test(value)),
    ...(body && { body: Buffer.from(body) }),
    accessKeyId: key.accessKey,
    secretAccessKey: key.secretKey,
    ...(key.sessionToken !== undefined && { sessionToken: key.sessionToken }),
    service: "s3",
    region: "us-east-1",
  });
  const signed = await signer.sign();
  return { ...request, headers: { ...headers, ...Object.fromEntries(signed.headers), host: signed.url.host } };
};

const isLatin1 = /^[\u0020-\u007e]*$/;

/**
 * Returns statuses above 499 that a handler's protocol declares: S3 operations that are not implemented, and IPNS names
 * without a target.
 */
export const declaredStatus = ({ path }: RawRequest, status: number): boolean =>
  (status === 501 && path.startsWith("/s3")) || (status === 502 && path.startsWith("/ipns/"));

const upgrade =
  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

/** Requests that no HTTP client sends. Each must end with a closed connection or an answer. */
export const rawRequests: readonly string[] = [
  "\0\0\0\0",
  "GET / HTTP/9\r\n\r\n",
  "GET / HTTP/1.1\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: [::1]:4040\r\nConnection: close\r\n\r\n",
  "GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "GET http://[::1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  "POST /api/auth/refresh HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "POST /api/auth/refresh HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
  "POST /api/auth/refresh HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(100_000)}\r\n\r\n`,
  `GET /${"x".repeat(100_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  ...[
    "/",
    "/nowhere",
    "/socket.io/",
    "/socket.io/?EIO=4&transport=websocket",
    "/v1/polygon/mainnet/none",
    "/rollup/1",
    "/s3/",
    "/git/",
  ].map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`),
  `GET /v1/polygon/mainnet/none HTTP/1.1\r\nHost: localhost\r\n${upgrade.replace("13", "99")}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAA\r\n\r\n`,
];

/** Returns the answer's status, or 0 if the connection is closed without one. Rejects after the timeout. */
export const sendRaw = async (url: string, text: string, patienceMs: number): Promise<number> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  try {
    socket.write(text, "latin1");
    const signal = AbortSignal.timeout(patienceMs);
    const answered = once(socket, "data", { signal }).then(([data]) => String(data));
    const closed = once(socket, "close", { signal }).then(() => "");
    answered.catch(() => undefined);
    closed.catch(() => undefined);
    return Number(/^HTTP\/1\.1 (\d+)/.exec(await Promise.race([answered, closed]))?.[1] ?? 0);
  } finally {
    socket.destroy();
  }
};
