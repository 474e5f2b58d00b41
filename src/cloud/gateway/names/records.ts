/**
 * GET and PUT /routing/v1/ipns/{name}: IPNS records as in the Delegated Routing HTTP API
 * (https://specs.ipfs.tech/routing/http-routing-v1/). Public, for any origin: a record is verified by its signature.
 * Clients that send many are rate-limited.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { ipnsRecordBytesMax } from "../../../../resources/gateway/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Ipns } from "./service.ts";
import { asAppError } from "../../kernel/calls/envelope.ts";
import { createRateLimit } from "../../kernel/limits/rate-limit.ts";
import { anyOrigin } from "../../engines/network/any-origin.ts";

const recordType = "application/vnd.ipfs.ipns-record";
const url = "/routing/v1/ipns/:name";
const readsPerMinute = 600;
const writesPerMinute = 60;
const cors = {
  ...anyOrigin,
  "access-control-allow-methods": "GET, PUT, OPTIONS",
  "access-control-expose-headers": "etag",
};

export const registerIpnsRecords = (
  app: FastifyInstance,
  { record, accept }: Pick<Ipns, "record" | "accept">,
): void => {
  const [reads, writes] = [
    createRateLimit(app, "IPNS records", readsPerMinute),
    createRateLimit(app, "IPNS updates", writesPerMinute),
  ];
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: ipnsRecordBytesMax }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, _request, reply) => {
      const appError = asAppError(error);
      if (!appError) throw error;
      return plain(reply, appError.status, appError.message);
    });
    scope.addHook("onRequest", async (_request, reply) => void reply.headers(cors));
    scope.options(url, async (_request, reply) => reply.code(204).send());

    scope.get<{ Params: { name: string } }>(url, async (request, reply) => {
      await reads(request.ip);
      if (!accepts(request.headers.accept)) return plain(reply, 406, `Supported type: ${recordType}.`);
      const entry = await record(request.params.name);
      if (!entry) {
        void reply.header("cache-control", "public, max-age=15");
        return plain(reply, 404, "No record found for this name.");
      }
      const { bytes, ttlSeconds, expiresAt, sequence } = entry;
      return reply
        .headers({
          "cache-control": `public, max-age=${ttlSeconds}`,
          expires: expiresAt.toUTCString(),
          etag: `"${sequence}-${expiresAt.getTime()}"`,
          vary: "Accept",
          "x-content-type-options": "nosniff",
          "content-security-policy": "sandbox",
        })
        .type(recordType)
        .send(Buffer.from(bytes));
    });

    scope.put<{ Params: { name: string }; Body: Buffer | undefined }>(url, async (request, reply) => {
      await writes(request.ip);
      if (request.headers["content-type"] !== recordType) return plain(reply, 415, `Send the record as ${recordType}.`);
      if (!request.body?.length) throw new AppError("IPNS_RECORD_INVALID");
      await accept(request.params.name, request.body);
      return reply.code(200).send();
    });
  });
};

const accepts = (accept = "*/*"): boolean =>
  accept.split(",").some((range) => [recordType, "*/*", "application/*"].includes(range.split(";")[0]!.trim()));

const plain = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").header("x-content-type-options", "nosniff").send(text);
