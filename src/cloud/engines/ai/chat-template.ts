/** The chat template of a model's file: how a conversation becomes one text that the model continues. */
import { RefusedAsk, type Message } from "./read-ask.ts";

/** The part of @huggingface/jinja that is used here. */
export interface TemplateEngine {
  Template: new (source: string) => { render(variables: Record<string, unknown>): string };
}

export interface ChatTemplate {
  /** @throws RefusedAsk where the template refuses the conversation, such as roles out of turn. */
  render(messages: readonly Message[]): string;
}

/** @throws Error for text that is not a template. */
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
