import { freshSignatureHeader, messagesToSign } from "../../../../../resources/account/fresh-signature.ts";
import type { CallInput, Reply, Send } from "../../../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../../../resources/declare/define.ts";
import { loadChunk } from "../../../lib/async/load-chunk.ts";
import { randomId } from "../../../lib/random-id.ts";

/**
 * Sends calls declared with `fresh`: if refused for a missing fresh signature, signs and sends them again. Throws
 * ApiError when the user declines.
 */
export const withFreshSignature =
  (send: Send): Send =>
  async <C extends CallSpec>(spec: C, input: CallInput<C> = {}): Promise<Reply<C>> => {
    // One key for both, since they are one request that must not run twice.
    const headers = { ...input.headers, "Idempotency-Key": randomId() };
    try {
      return await send(spec, { ...input, headers });
    } catch (error) {
      const messages = messagesIn(error);
      if (!messages) throw error;
      const { freshSignature } = await loadChunk(() => import("./fresh-signature.ts"));
      const signature = await freshSignature(messages);
      return send(spec, { ...input, headers: { ...headers, ...(signature && { [freshSignatureHeader]: signature }) } });
    }
  };

/** Returns the messages that an error asks to sign. */
const messagesIn = (error: unknown) =>
  messagesToSign.safeParse((error as { readonly data?: unknown }).data).data?.messages;
