import { aiKeys } from "../../../../resources/ai/keys.ts";
import { href, pageHref } from "../../../../resources/declare/href.ts";
import { aiModel } from "../../../../resources/ai/model-page.ts";

export const modelPath = (id: string): string => pageHref(aiModel, { id });

/** Returns the path of the playground with the model selected. */
export const playgroundPath = (model: string): string =>
  `${href(aiKeys, "list")}?${new URLSearchParams({ tab: "playground", model }).toString()}`;

export const keyPath = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  href(aiKeys, "show", { id, name });

/** Returns the base URL for OpenAI clients. */
export const endpoint = (): string => `${location.origin}/api/v1`;
