/** Who makes a model. Servers tell a model's ID only, so families are known by name. */
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";

/** The first match counts: distilled models are named after both. */
const families: readonly (readonly [RegExp, string])[] = [
  [/deepseek/, "DeepSeek"],
  [/smollm|zephyr/, "Hugging Face"],
  [/qwen|qwq/, "Qwen"],
  [/nemotron/, "NVIDIA"],
  [/llava/, "LLaVA"],
  [/llama/, "Meta"],
  [/mi[sx]tral|codestral|ministral|devstral/, "Mistral AI"],
  [/gemma|gemini/, "Google"],
  [/\bgpt-|\bo[134](-|$)|text-embedding-(3|ada)/, "OpenAI"],
  [/claude/, "Anthropic"],
  [/\bphi-?\d/, "Microsoft"],
  [/command-|\baya\b/, "Cohere"],
  [/granite/, "IBM"],
  [/grok/, "xAI"],
  [/\bglm-?\d/, "Zhipu AI"],
  [/kimi/, "Moonshot AI"],
  [/\byi-/, "01.AI"],
  [/falcon/, "TII"],
  [/olmo|tulu/, "Ai2"],
  [/nomic/, "Nomic"],
  [/\bbge-/, "BAAI"],
  [/\bjina-/, "Jina AI"],
  [/minilm/, "Sentence Transformers"],
];

/** Returns the maker by the model's family, else as in "maker/model", else the server's name. */
export const makerOf = ({ id, name, provider }: Pick<AiModel, "id" | "name" | "provider">): string => {
  const text = `${id} ${name}`.toLowerCase();
  const [, known] = families.find(([family]) => family.test(text)) ?? [];
  if (known !== undefined) return known;
  const [owner, model] = id.split("/");
  return owner && model ? owner.charAt(0).toUpperCase() + owner.slice(1) : provider;
};

/** Returns the initials of up to two words: "Hugging Face" is "HF". */
export const initialsOf = (maker: string): string =>
  (maker.match(/[\p{L}\p{N}]+/gu) ?? ["?"])
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

/** Returns one of a number of tones, always the same one for a maker. */
export const toneOf = (maker: string, tones: number): number =>
  Array.from(maker, (character) => character.charCodeAt(0)).reduce((sum, code) => sum + code, 0) % tones;
