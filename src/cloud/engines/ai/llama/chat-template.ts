/** Renders a conversation with the chat template of a model file, as one text that the model continues. */
import { RefusedAsk, type Message } from "./read-ask.ts";

/** The part of @huggingface/jinja that Freehold uses. */
export interface TemplateEngine {
  Template: new (source: string) => { render(variables: Record<string, unknown>): string };
}

export interface ChatTemplate {
  /** @throws RefusedAsk if the template rejects the conversation, for example because roles don't alternate. */
  render(messages: readonly Message[]): string;
}

/** @throws Error for an invalid template. */
export const openChatTemplate = (
  { Template }: TemplateEngine,
  source: string,
  { bos, eos }: { readonly bos: string; readonly eos: string },
): ChatTemplate => {
  const template = new Template(source);
  return {
    render: (messages) => {
      try {
        return template.render({ messages, add_generation_prompt: true, bos_token: bos, eos_token: eos });
      } catch (error) {
        const reason = (error as Error).message;
        throw new RefusedAsk("invalid_value", `The model's chat template refuses this conversation: ${reason}`, {
          param: "messages",
        });
      }
    },
  };
};
