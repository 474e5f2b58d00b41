/** Wire format of the open API: header `token`, form bodies and a separate envelope. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { bodyBytesMax } from "../../../../resources/limits.ts";
import type { AppError } from "../app-error.ts";
import { readForm } from "./form.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** A call of the open API. */
    readonly open?: boolean;
    /** A Boost call, with Boost's error format. */
    readonly boost?: boolean;
    /** Name of the declared call: the label of its metrics. */
    readonly call?: string;
  }
}

/** Returns the caller's credentials from the declared place. */
export const credentialIn = (spec: CallSpec, { headers }: Pick<FastifyRequest, "headers">): string | undefined => {
  const { token } = headers;
  if (spec.open) return typeof token === "string" ? token : undefined;
  return headers.authorization;
};

export const openEnvelope = (content: unknown) => ({ code: 200, bcode: "SUCCESS", message: "OK", content });

/** `code` is the HTTP status, `bcode` the catalog's code; `content` has messages for invalid fields. */
export const openRefusal = ({ code, status, message, fields }: AppError) => ({
  code: status,
  bcode: code,
  message,
  content: fields ?? null,
});

/** Accepts forms without files besides JSON. */
export const acceptForms = (scope: FastifyInstance): void => {
  const types = ["multipart/form-data", "application/x-www-form-urlencoded"];
  scope.addContentTypeParser(types, (request: FastifyRequest, payload: IncomingMessage) =>
    readForm(payload, request.headers, { bytesMax: bodyBytesMax }),
  );
};
