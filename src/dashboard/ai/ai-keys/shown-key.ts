import { aiKeys } from "../../../../resources/ai/keys.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { callOf } from "../../../../resources/declare/endpoints.ts";

/** Returns a key with its prefix and total usage. */
export const showAiKey = callOf(aiKeys, "show");
export type ShownKey = Reply<typeof showAiKey>;
