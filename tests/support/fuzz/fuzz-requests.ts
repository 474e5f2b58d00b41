/** Generates requests for the API's fuzz test from /openapi.json, and checks the answers. */
import fc from "fast-check";
import * as z from "zod";
import type { Credential, FuzzTarget, Operation, RawAnswer, RawRequest } from "./fuzz-target.ts";
import { brokenValueOf, hostileText, valueOf, type JsonSchema } from "./fuzz-values.ts";

export interface FuzzRequest extends RawRequest {
  readonly operation: Operation;
  /** Whether the request reaches the operation whatever its values: the answer then has the declared form. */
  readonly isAddressed: boolean;
}

/** Calls that would remove the preconditions of later requests: only strangers make them. */
const endings: ReadonlySet<string> = new Set([
  "DELETE /api/auth/user",
  "DELETE /api/auth/user/sessions",
  "DELETE /api/auth/user/sessions/{id}",
  "DELETE /api/hosting/user/token/{id}",
  "DELETE /api/rpc/rpc/manager/keys/{id}",
  "POST /api/auth/sign-out",
]);

export const requestOf = (ground: FuzzTarget): fc.Arbitrary<FuzzRequest> => {
  const arbitraries = ground.operations.map((operation) => requestTo(operation, ground));
  return fc.oneof(...arbitraries);
};

const requestTo = (operation: Operation, ground: FuzzTarget): fc.Arbitrary<FuzzRequest> => {
  const { method, path } = operation;
  const known = ground.known(path);
  return fc
    .record({
      values: fc.record(
        Object.fromEntries(
          operation.parameters.filter((one) => one.in === "path").map(({ name }) => [name, pathValue(known)]),
        ),
      ),
      query: queryOf(operation, ground),
      credential: credentialFor(operation, ground),
      headers: oddHeaders(),
      declaredHeaders: headersOf(operation),
      body: bodyOf(operation, known),
      address: addressHeader(),
    })
    .map(({ values, query, credential, headers, declaredHeaders, body, address }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(scalar(values[name]!)));
      return {
        operation,
        isAddressed: headers.host === undefined && Object.values(values).every((value) => value.length > 0),
        method,
        path: query === "" ? filled : `${filled}?${query}`,
        headers: {
          ...address,
          ...(body && { "content-type": body.type, "content-length": String(body.bytes.length) }),
          ...credential,
          ...declaredHeaders,
          ...headers,
        },
        ...(body && { body: body.bytes }),
      };
    });
};

/** Removes lone surrogates, which can't be written in a URL. */
const scalar = (text: string): string => text.toWellFormed();

const pathValue = (known: readonly string[]): fc.Arbitrary<string> => {
  const others = [
    { weight: 2, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: hostileText().filter((text) => text.length < 5000) },
    { weight: 1, arbitrary: fc.constantFrom("0", "1", "1337", "polygon", "TRAFFIC", "daily", "node") },
  ];
  return fc.oneof(...(known.length > 0 ? [{ weight: 5, arbitrary: fc.constantFrom(...known) }] : []), ...others);
};

const queryOf = ({ parameters, path }: Operation, ground: FuzzTarget): fc.Arbitrary<string> => {
  const declared = parameters.filter((one) => one.in === "query");
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(declared.map(({ name, schema }) => [name, schema])),
    required: declared.filter(({ required }) => required).map(({ name }) => name),
  };
  const known = ground.known(path);
  const values = fc.oneof(
    { weight: 4, arbitrary: valueOf(schema, known) },
    { weight: 1, arbitrary: brokenValueOf(schema, known) },
  );
  const team = path.startsWith("/api/auth/") ? fc.constantFrom("", `teamId=${ground.ownTeamId}`) : fc.constant("");
  const odd = fc.oneof(
    { weight: 12, arbitrary: fc.constant("") },
    { weight: 1, arbitrary: fc.constantFrom("%", "a=%zz", "=&=&", "page=1&page=2", "a[]=1&a[b]=2", "&".repeat(2000)) },
  );
  return fc.tuple(values, team, odd).map(([fields, ...more]) => {
    const pairs = fields && typeof fields === "object" ? Object.entries(fields).map(asPair) : [];
    return [...pairs, ...more].filter(Boolean).join("&");
  });
};

/** Generates the operation's declared headers now and then, valid or invalid. */
const headersOf = ({ parameters }: Operation): fc.Arbitrary<Record<string, string>> => {
  const declared = parameters.filter((one) => one.in === "header");
  const some = declared.map(({ name, schema }) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.oneof(valueOf(schema, []), hostileText()).map((value) => headerField(name, value)) },
    ),
  );
  return fc.tuple(...some).map((fields) => Object.assign({}, ...fields) as Record<string, string>);
};

/** Encodes the value as bytes that can be sent. */
const headerField = (name: string, value: unknown): Record<string, string> => ({
  [name.toLowerCase()]: asText(value)
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")
    .slice(0, 3000),
});

const asPair = ([name, value]: [string, unknown]): string =>
  `${encodeURIComponent(name)}=${encodeURIComponent(scalar(asText(value)).slice(0, 5000))}`;

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const credentialFor = (operation: Operation, ground: FuzzTarget): fc.Arbitrary<Credential> => {
  const isEnding = endings.has(`${operation.method} ${operation.path}`);
  const anyone = fc.constantFrom(...ground.anyone.filter((one) => !isEnding || Object.keys(one).length === 0));
  if (isEnding || operation.security === "none") return anyone;
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...ground.rightful(operation)) },
    { weight: 1, arbitrary: anyone },
  );
};

/** Generates an address per request, since limits by address are tested elsewhere. */
export const addressHeader = (): fc.Arbitrary<Record<string, string>> =>
  fc.ipV4().map((address) => ({ "x-forwarded-for": address }));

/** Generates headers that clients and proxies send, with odd values; mostly none. */
export const oddHeaders = (): fc.Arbitrary<Record<string, string>> => {
  const field = (name: string, ...values: string[]) => fc.constantFrom(...values).map((value) => ({ [name]: value }));
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: fc.uuid().map((key) => ({ "idempotency-key": key })) },
    field("idempotency-key", "", " ", "x".repeat(255), "x".repeat(256), "\u00e9\u00ff", "a,b"),
    field("x-forwarded-for", "", ",", "unknown", "::1", "1.2.3.4, 127.0.0.1", "999.1.1.1", "a".repeat(500)),
    field("x-forwarded-host", "evil.example", "[::1]", "a b"),
    field("x-forwarded-proto", "https", "javascript", "https,http"),
    field(
      "host",
      "[::1]:4040",
      "[::1]",
      "evil.example",
      "mine.localhost",
      "a..b",
      "localhost:99999",
      "LOCALHOST",
      "x@y",
      "s3.localhost",
    ),
    field(
      "content-type",
      "",
      "application/xml",
      "application/json; charset=utf-16",
      "text/plain",
      "multipart/form-data",
      "multipart/form-data; boundary=",
      "APPLICATION/JSON",
      "a",
      "application/json,text/html",
    ),
    field("content-encoding", "gzip", "br", "identity", "aws-chunked", "x"),
    field("accept", "", "text/html", "*/*;q=0", "application/x-ndjson"),
    field("accept-encoding", "", "gzip;q=9", "*;q=0", "br, gzip;q=,"),
    field("origin", "null", "https://evil.example", "a", ""),
    field("range", "bytes=0-0", "bytes=-1", "bytes=9-1", "bytes=a", "bytes=0-99999999999999999999"),
    field("if-none-match", "*", '"', 'W/"a", "b"'),
    field("cookie", "a", "session=x; session=y", "=".repeat(3000)),
    field("user-agent", "", "\u00ff", "x".repeat(4000)),
    field("x-http-method-override", "DELETE", "PATCH"),
    field("expect", "x", "100-continue, x"),
    field("te", "trailers"),
    field("last-event-id", "\u00ff"),
  );
};

interface Body {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const bodyOf = ({ method, bodies }: Operation, known: readonly string[]): fc.Arbitrary<Body | undefined> => {
  if (method === "GET") return fc.constant(undefined);
  const declared = Object.entries(bodies).map(([type, schema]) => encoded(type, schema, known));
  return fc.oneof(
    { weight: 10, arbitrary: declared.length > 0 ? fc.oneof(...declared) : fc.constantFrom(undefined, json("{}")) },
    { weight: 2, arbitrary: fc.constantFrom(...strangeBodies) },
  );
};

const json = (text: string): Body => ({ type: "application/json", bytes: Buffer.from(text) });

const strangeBodies: readonly Body[] = [
  ...["", " ", "null", "[]", "7", '"text"', "{", '{"a":', "\0", "{}x", '{"a":1,"a":2}', "\ufeff{}", "NaN"].map(json),
  ...['{"__proto__":{"operator":true}}', '{"constructor":{"prototype":{"operator":true}}}', '{"toString":1}'].map(json),
  ...["[".repeat(30_000), '{"a":'.repeat(10_000), "[]".repeat(20_000), `"${"\\u0000".repeat(9000)}"`].map(json),
  json(`{"filler":"${"x".repeat(70_000)}"}`),
  json(`{${Array.from({ length: 3000 }, (_, at) => `"k${at}":${at}`).join()}}`),
  { type: "application/json", bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
  { type: "application/xml", bytes: Buffer.from("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>") },
  { type: "application/x-www-form-urlencoded", bytes: Buffer.from("a=%zz&__proto__[x]=1&".repeat(100)) },
  {
    type: "multipart/form-data; boundary=x",
    bytes: Buffer.from('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1'),
  },
  { type: "multipart/form-data; boundary=x", bytes: Buffer.from("--x--\r\n") },
];

/** Generates a body of the declared type, with a value that fits the schema or nearly so. */
const encoded = (type: string, schema: JsonSchema, known: readonly string[]): fc.Arbitrary<Body> => {
  if (type === "application/octet-stream") return fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ type, bytes }));
  const value = fc.oneof(
    { weight: 3, arbitrary: valueOf(schema, known) },
    { weight: 2, arbitrary: brokenValueOf(schema, known) },
  );
  return value.map((one) => {
    if (type === "multipart/form-data") return multipart(one);
    if (type === "application/x-www-form-urlencoded")
      return { type, bytes: Buffer.from(entriesOf(one).map(asPair).join("&")) };
    if (type === "text/plain") return { type, bytes: Buffer.from(asText(one)) };
    return { type, bytes: Buffer.from(JSON.stringify(one) ?? "") };
  });
};

const multipart = (value: unknown): Body => {
  const boundary = "fuzz-boundary";
  const parts = entriesOf(value).flatMap(([name, one]) => {
    const file = name === "file" || name === "files" ? '; filename="a.zip"\r\ncontent-type: application/zip' : "";
    const title = name.replaceAll(/["\r\n]/g, "_");
    return [`--${boundary}\r\ncontent-disposition: form-data; name="${title}"${file}\r\n\r\n${asText(one)}\r\n`];
  });
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${parts.join("")}--${boundary}--\r\n`),
  };
};

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const schemas = new Map<JsonSchema, z.ZodType>();

const checked = (schema: JsonSchema): z.ZodType => {
  const known = schemas.get(schema);
  if (known) return known;
  const made = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, made);
  return made;
};

/** Returns faults that apply to any answer. */
export const faultInAny = ({ status, text }: RawAnswer): string | undefined => {
  if (status >= 500 || status < 200) return `status ${status}`;
  return status >= 400 && inside.test(text) ? "shows our insides" : undefined;
};

/** Internals that must not leak: stack traces, source paths, SQL. */
const inside = /\bat \w+ \(|node_modules|\/src\/cloud\/|\bselect .{1,80} from \b|syntax error at/i;

/** Returns the fault of an answer; undefined if there is none. */
export const faultIn = (request: FuzzRequest, answer: RawAnswer): string | undefined => {
  const { status, type, text } = answer;
  const fault = faultInAny(answer);
  // Expectations and long headers are refused before there is a request to answer.
  if (fault !== undefined || !request.isAddressed || status === 417 || status === 431) return fault;
  const { replies, refusal } = request.operation;
  const media = type.split(";")[0]!;
  if (status >= 400) return media === "application/json" ? mismatch(refusal, text) : `a refusal as "${type}"`;
  if (status !== 200) return undefined;
  const schema = replies[media];
  if (!schema) return `answered as "${type}", which is not declared`;
  const lines = media === "application/x-ndjson" ? text.trim().split("\n") : [text];
  if (media !== "application/json" && media !== "application/x-ndjson") return undefined;
  return lines.map((line) => mismatch(schema, line)).find(Boolean);
};

const mismatch = (schema: JsonSchema, text: string): string | undefined => {
  try {
    const { error } = checked(schema).safeParse(JSON.parse(text));
    const [issue] = error?.issues ?? [];
    return issue && `not as declared: ${issue.path.join(".")} ${issue.message}`;
  } catch (error) {
    return `no JSON as declared: ${String(error)}`;
  }
};

/** Describes a request in one line, for searching and reproducing. */
export const described = ({ method, path, headers, body }: RawRequest): string => {
  const text = body ? Buffer.from(body).toString() : "";
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 600)} ${JSON.stringify(text.slice(0, 600))}`;
};
