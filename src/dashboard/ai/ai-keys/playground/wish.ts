/** Playground settings as entered. */
import { aiAnswerTokensMax } from "../../../../../resources/ai/limits.ts";
import type { ModelSettings } from "../../flows/ask-model/use-conversation.ts";

export interface Typed {
  /** Model ID. Empty means the first available model. */
  readonly model: string;
  /** ID of the model beside it. Empty to ask one model. */
  readonly other: string;
  /** Key ID. Empty means the session. */
  readonly keyId: string;
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
}

export const blank: Typed = { model: "", other: "", keyId: "", system: "", temperature: "", topP: "", maxTokens: "" };

/** Returns validation errors by field. */
export const problemsIn = ({ temperature, topP, maxTokens }: Typed): Readonly<Record<string, string>> => ({
  ...(!isWithin(temperature, 2) && { temperature: "Enter a number from 0 to 2." }),
  ...(!isWithin(topP, 1) && { topP: "Enter a number from 0 to 1." }),
  ...(!isWhole(maxTokens) && { maxTokens: "Enter a whole number from 1 to 1,000,000." }),
});

/** Returns the request settings. Omits blank fields, so that the model's defaults apply. */
export const wishOf = (input: Typed, model: string): ModelSettings => ({
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
