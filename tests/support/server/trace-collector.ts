/** Receives traces as a collector does: OTLP over HTTP in its JSON encoding. Checks every message against the protocol. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import * as z from "zod";
import { atFileEnd } from "../file-end.ts";

const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ boolValue: z.boolean() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
  ]),
});
const nanoseconds = z.string().regex(/^\d{19}$/);
/** Field names and encodings of opentelemetry/proto/trace/v1/trace.proto in JSON: IDs in hexadecimal, 64-bit numbers as strings. */
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.optional(z.string().regex(/^[0-9a-f]{16}$/)),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.optional(z.literal([1, 2])) }),
});
const message = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});

type Values = Readonly<Record<string, unknown>>;
export interface ReceivedSpan extends Omit<z.output<typeof span>, "attributes"> {
  readonly attributes: Values;
  readonly resource: Values;
}

const valuesOf = (attributes: readonly z.output<typeof attribute>[]): Values =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector that first answers with the given statuses, then with 200. */
export const traceCollector = async (...statuses: number[]) => {
  const spans: ReceivedSpan[] = [];
  const headers: Values[] = [];
  const invalid: unknown[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await json(request);
      const status = statuses.shift() ?? 200;
      headers.push({ ...request.headers, url: request.url });
      const { success, data, error } = message.safeParse(body);
      if (!success) invalid.push(error);
      else if (status === 200)
        for (const { resource, scopeSpans } of data.resourceSpans)
          for (const each of scopeSpans.flatMap(({ spans: all }) => all))
            spans.push({ ...each, attributes: valuesOf(each.attributes), resource: valuesOf(resource.attributes) });
      response.writeHead(status, { "content-type": "application/json" }).end("{}");
    })();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, headers, invalid };
};
