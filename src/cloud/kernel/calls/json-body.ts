/** Limits the nesting of JSON bodies. Rejects deep nesting before parsing, which would block every other request. */
import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import { isTooDeep } from "../../engines/network/parse-json.ts";

/** Accepts JSON only. An announced but empty body counts as no body. */
export const acceptJson = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (isTooDeep(body as string)) return done(new AppError("BODY_INVALID"));
    void parse(request, body as string, done);
  });
};

/** Same for routes outside the API. */
export const limitJsonDepth = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (isTooDeep(body as string)) return done(new AppError("BODY_INVALID"));
    void parse(request, body as string, done);
  });
};
