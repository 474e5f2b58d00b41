import type { Example, Operation } from "./models/model-words.ts";

/** Values for the snippets. Keep the snippets in sync with docs/guides/ai.md. */
interface SnippetValues extends Example {
  readonly endpoint: string;
  /** The full key right after creation, otherwise its prefix. */
  readonly key: string;
}

const question = "Say hello.";
const messages = [{ role: "user", content: question }];

/** What other operations than chats take, and where their answer is. */
const simple = {
  completions: { field: "prompt", answer: "choices[0].text" },
  embeddings: { field: "input", answer: "data[0].embedding" },
} as const satisfies Readonly<Record<Exclude<Operation, "chat/completions">, object>>;

const bodyOf = ({ model, operation }: SnippetValues): object =>
  operation === "chat/completions" ? { model, messages } : { model, [simple[operation].field]: question };

export const snippets = {
  curl: {
    label: "curl",
    code: (values: SnippetValues): string =>
      `curl ${values.endpoint}/${values.operation} \\
  -H "Authorization: Bearer ${values.key}" \\
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify(bodyOf(values)))}`,
  },
  javascript: {
    label: "JavaScript",
    code: ({ endpoint, model, key, operation }: SnippetValues): string =>
      `import OpenAI from "openai";

const client = new OpenAI({ apiKey: ${JSON.stringify(key)}, baseURL: ${JSON.stringify(endpoint)} });
${
  operation === "chat/completions"
    ? `const stream = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: "user", content: ${JSON.stringify(question)} }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");`
    : `const answer = await client.${operation}.create({
  model: ${JSON.stringify(model)},
  ${simple[operation].field}: ${JSON.stringify(question)},
});
console.log(answer.${simple[operation].answer});`
}`,
  },
  python: {
    label: "Python",
    code: ({ endpoint, model, key, operation }: SnippetValues): string =>
      `from openai import OpenAI

client = OpenAI(api_key=${JSON.stringify(key)}, base_url=${JSON.stringify(endpoint)})
answer = client.${operation === "chat/completions" ? "chat.completions" : operation}.create(
    model=${JSON.stringify(model)},
    ${
      operation === "chat/completions"
        ? `messages=[{"role": "user", "content": ${JSON.stringify(question)}}]`
        : `${simple[operation].field}=${JSON.stringify(question)}`
    },
)
print(answer.${operation === "chat/completions" ? "choices[0].message.content" : simple[operation].answer})`,
  },
} as const;

export type Client = keyof typeof snippets;

/** Quotes text for a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
