import { aiKeys } from "../../../../resources/ai-rpc/keys.ts";
import { href, pageHref } from "../../../../resources/href.ts";
import { aiModel } from "../../../../resources/ai-rpc/model-page.ts";

export const modelPath = (id: string): string => pageHref(aiModel, { id });

/** The playground with that model chosen. */
export const playgroundPath = (model: string): string =>
  `${href(aiKeys, "list")}?${new URLSearchParams({ tab: "playground", model }).toString()}`;

export const keyPath = ({ id, name }: { readonly id: string; readonly name: string }): string =>
  href(aiKeys, "show", { id, name });

/** Where clients of OpenAI's API are pointed at. */
export const endpoint = (): string => `${location.origin}/api/v1`;
