/** Renders a conversation with the chat template of a model file, as one text that the model continues. */
import { RefusedAsk, type Message, type Tool } from "./read-ask.ts";
import { toolInstructions } from "./tools.ts";

/** The part of @huggingface/jinja that Freehold uses. */
export interface TemplateEngine {
  Template: new (source: string) => { render(variables: Record<string, unknown>): string };
}

export interface ChatTemplate {
  /** @throws RefusedAsk if the template rejects the conversation, for example because roles don't alternate. */
  render(messages: readonly Message[], tools: readonly Tool[]): string;
}

/** @throws Error for an invalid template. */
export const openChatTemplate = (
  { Template }: TemplateEngine,
  source: string,
  { bos, eos }: { readonly bos: string; readonly eos: string },
): ChatTemplate => {
  const template = new Template(source);
  const knowsTools = /\btools\b/.test(source);
  return {
    render: (messages, tools) => {
      const variables = knowsTools
        ? { messages, ...(tools.length > 0 && { tools: tools.map((one) => ({ type: "function", function: one })) }) }
        : { messages: inPlainWords(messages, tools) };
      try {
        return template.render({ ...variables, add_generation_prompt: true, bos_token: bos, eos_token: eos });
      } catch (error) {
        const reason = (error as Error).message;
        throw new RefusedAsk("invalid_value", `The model's chat template refuses this conversation: ${reason}`, {
          param: "messages",
        });
      }
    },
  };
};

/** Returns the conversation for a template without tools: its calls and their results as text. */
const inPlainWords = (messages: readonly Message[], tools: readonly Tool[]): readonly Message[] => {
  const said = messages.map(({ role, content, name, tool_calls: calls }): Message => {
    if (role === "tool")
      return { role: "user", content: `Result${name === undefined ? "" : ` of ${name}`}: ${content}` };
    if (calls) return { role, content: calls.map((one) => JSON.stringify(one.function)).join("\n") };
    return { role, content, ...(name !== undefined && { name }) };
  });
  if (tools.length === 0) return said;
  const [first, ...rest] = said;
  const rules = toolInstructions(tools);
  return first?.role === "system"
    ? [{ role: "system", content: `${first.content}\n\n${rules}` }, ...rest]
    : [{ role: "system", content: rules }, ...said];
};
