/** How a model is asked, as it is typed beside the conversation. */
import { aiAnswerTokensMax } from "../../../../../resources/ai-rpc/limits.ts";
import type { Wish } from "../../../flows/ask-model/use-conversation.ts";

export interface Typed {
  /** Id; the first one there is while none is chosen. */
  readonly model: string;
  /** Id of a key; "" for the session. */
  readonly keyId: string;
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
}

export const blank: Typed = { model: "", keyId: "", system: "", temperature: "", topP: "", maxTokens: "" };

/** Errors by field. */
export const problemsIn = ({ temperature, topP, maxTokens }: Typed): Readonly<Record<string, string>> => ({
  ...(!isWithin(temperature, 2) && { temperature: "A number from 0 to 2." }),
  ...(!isWithin(topP, 1) && { topP: "A number from 0 to 1." }),
  ...(!isWhole(maxTokens) && { maxTokens: "A whole number from 1 to 1,000,000." }),
});

/** What is left empty is left to the model. */
export const wishOf = (input: Typed, model: string): Wish => ({
  model,
  system: input.system,
  ...(input.keyId !== "" && { keyId: input.keyId }),
  ...(input.temperature !== "" && { temperature: Number(input.temperature) }),
  ...(input.topP !== "" && { topP: Number(input.topP) }),
  ...(input.maxTokens !== "" && { maxTokens: Number(input.maxTokens) }),
});

const isWithin = (text: string, most: number): boolean =>
  text === "" || (/^\d+(\.\d+)?$/.test(text) && Number(text) <= most);

const isWhole = (text: string): boolean =>
  text === "" || (/^[1-9]\d*$/.test(text) && Number(text) <= aiAnswerTokensMax);
