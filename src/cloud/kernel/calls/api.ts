import type { FastifyInstance, FastifyRequest } from "fastify";
import { aliases } from "../../../../resources/declare/aliases.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import { bodyBytesMax } from "../../../../resources/limits.ts";
import type { Route } from "./route.ts";
import { callHandler, limitsOf, type CallDeps } from "./call-handler.ts";
import { acceptJson } from "./json-body.ts";
import { operationIdOf } from "./open-api.ts";
import { acceptForms } from "./open-calls.ts";

/**
 * Registers every declared call, and nothing else. Throws at startup if a declared call has no handler or a handler no
 * declaration.
 */
export const registerApi = (
  app: FastifyInstance,
  declared: readonly CallSpec[],
  routes: readonly Route[],
  deps: CallDeps,
): void => {
  const pairs = pair(declared, routes);
  const add = (to: FastifyInstance, kind: Kind) => {
    for (const { spec, route } of pairs) {
      if (kindOf(spec) !== kind) continue;
      const { method, alias, path } = parseCall(spec.call);
      const url = (aliases[alias] + path).replace(/\{(\w+)\}/g, ":$1");
      const bodyLimit = spec.bodyBytesMax ?? bodyBytesMax;
      const config = { open: spec.open === true, boost: alias === "$boost", call: operationIdOf(spec.call) };
      const limits = limitsOf(app, spec);
      const onRequest = async ({ ip }: FastifyRequest): Promise<void> => limits.ofAddress?.(ip);
      const present = spec.reads && pairs.find((pair) => pair.spec.call === spec.reads);
      if (spec.reads && !present) throw new Error(`"${spec.call}" reads an undeclared call.`);
      const handler = callHandler(spec, route, deps, { ...limits, ...(present && { present }) });
      to.route({ method, url, bodyLimit, config, onRequest, handler });
    }
  };
  app.register(async (scope) => {
    acceptJson(scope);
    add(scope, "json");
  });
  app.register(async (scope) => {
    acceptJson(scope);
    acceptForms(scope);
    add(scope, "form");
  });
  app.register(async (scope) => {
    acceptText(scope);
    add(scope, "text");
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    add(scope, "stream");
  });
};

type Kind = "json" | "form" | "text" | "stream";

const kindOf = ({ stream, open, text }: CallSpec): Kind => {
  if (stream) return "stream";
  if (text) return "text";
  return open ? "form" : "json";
};

const pair = (declared: readonly CallSpec[], routes: readonly Route[]): { spec: CallSpec; route: Route }[] => {
  const byCall = new Map(routes.map((route) => [route.call, route]));
  const names = new Set(declared.map(({ call }) => call));
  const unanswered = declared.filter(({ call }) => !byCall.has(call)).map(({ call }) => call);
  const undeclared = routes.filter(({ call }) => !names.has(call)).map(({ call }) => call);
  if (unanswered.length > 0) throw new Error(`Calls without a handler: ${unanswered.join(", ")}.`);
  if (undeclared.length > 0) throw new Error(`Handlers without a declared call: ${undeclared.join(", ")}.`);
  if (byCall.size < routes.length) throw new Error("A call has two handlers.");
  return declared.map((spec) => ({ spec, route: byCall.get(spec.call)! }));
};

/** Accepts raw text, even with a JSON content type. */
const acceptText = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(["text/plain", "application/json"], { parseAs: "string" }, (_request, body, done) =>
    done(null, body),
  );
};
