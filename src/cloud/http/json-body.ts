/** JSON in request bodies. What is nested too deeply is refused before it is parsed: parsing it would block every other request. */
import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import { isTooDeep } from "../engines/network/parse-json.ts";

/** Accepts JSON only. An announced but empty body counts as none. */
export const acceptJson = (scope: FastifyInstance): void => {
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") return done(null, undefined);
    if (isTooDeep(body as string)) return done(new AppError("BODY_INVALID"));
    void parse(request, body as string, done);
  });
};

/** For routes outside the API: refuses what is nested too deeply. */
export const limitJsonDepth = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (isTooDeep(body as string)) return done(new AppError("BODY_INVALID"));
    void parse(request, body as string, done);
  });
};
