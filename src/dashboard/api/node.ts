/** Boost's calls: they carry the node's token, which is exchanged for the personal one. Loaded with the first of them. */
import { boostMessages } from "../../../resources/boost/messages.ts";
import { createNode } from "../../../resources/boost/nodes/node-calls.ts";
import type { Request } from "../../../resources/declare/call-input.ts";
import type { CallLine } from "../../../resources/declare/define.ts";
import { ApiError } from "./errors.ts";
import { nodeToken } from "./session/node-token.ts";
import { sessionKeys } from "./session/keys.ts";
import { session } from "./session/session.ts";

/** The join call for users of the messaging app; set by the mini app. */
export const joiningBy: { call: CallLine } = { call: createNode.call };

/**
 * Makes a Boost call with `attempt`. One that requires a node joins first, and replaces an expired node token once.
 * Throws ApiError ('Access denied!', 'Service error!') and NetworkError.
 */
export const asNode = async (
  attempt: () => Promise<unknown>,
  { request, requiresNode }: { readonly request: Request; readonly requiresNode: boolean },
): Promise<unknown> => {
  try {
    if (requiresNode && nodeToken.get() === undefined) await joinNode(request);
    return await attempt().catch(async (error: unknown) => {
      if (!requiresNode || !isDenied(error)) throw error;
      nodeToken.forget();
      await joinNode(request);
      return attempt();
    });
  } catch (error) {
    if (error instanceof ApiError) error.message = messages[error.code] ?? error.message;
    throw error;
  }
};

/** Replace the messages of these codes. */
const messages: Readonly<Record<string, string>> = { 401: boostMessages.accessDenied, 500: boostMessages.serviceError };

const isDenied = (error: unknown): boolean => error instanceof ApiError && error.code === 401;

let joining: Promise<void> | undefined;

/** Exchanges the personal token for the node's, once for all callers. Throws ApiError when signed out. */
const joinNode = (request: Request): Promise<void> => {
  joining ??= join(request).finally(() => {
    joining = undefined;
  });
  return joining;
};

const join = async (request: Request): Promise<void> => {
  if (session.get().token === undefined) throw new ApiError(boostMessages.accessDenied, { status: 401, code: 401 });
  const code = localStorage.getItem(sessionKeys.inviteCode) ?? undefined;
  const data = await request(joiningBy.call, { body: { code }, personal: true, silent: true });
  nodeToken.set(createNode.reply.parse(data).token);
};
