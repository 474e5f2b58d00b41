/** How calls of the open API differ on the wire: header `token`, bodies as forms, an envelope of their own. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallSpec } from "../../../resources/define.ts";
import { bodyBytesMax } from "../../../resources/limits.ts";
import type { AppError } from "../app-error.ts";
import { readForm } from "../services/form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A call of the open API. */
    readonly open?: boolean;
    /** A call of Boost, refused in Boost's words. */
    readonly boost?: boolean;
  }
}

/** What proves who is calling, as the declaration says where it stands. */
export const credentialIn = (spec: CallSpec, { headers }: Pick<FastifyRequest, "headers">): string | undefined => {
  const { token } = headers;
  if (spec.open) return typeof token === "string" ? token : undefined;
  return headers.authorization;
};

export const openEnvelope = (content: unknown) => ({ code: 200, bcode: "SUCCESS", message: "OK", content });

/** `code` is the HTTP status, `bcode` the catalogue's word; `content` has messages for the fields at fault. */
export const openRefusal = ({ code, status, message, fields }: AppError) => ({
  code: status,
  bcode: code,
  message,
  content: fields ?? null,
});

/** Takes forms without files beside JSON. */
export const acceptForms = (scope: FastifyInstance): void => {
  const types = ["multipart/form-data", "application/x-www-form-urlencoded"];
  scope.addContentTypeParser(types, (request: FastifyRequest, payload: IncomingMessage) =>
    readForm(payload, request.headers, { bytesMax: bodyBytesMax }),
  );
};
