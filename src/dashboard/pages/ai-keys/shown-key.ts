import { aiKeys } from "../../../../resources/ai-rpc/keys.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import { callOf } from "../../../../resources/endpoints.ts";

/** Returns a key with its prefix and total usage. */
export const showAiKey = callOf(aiKeys, "show");
export type ShownKey = Reply<typeof showAiKey>;
