/** Values for the snippets. Keep the snippets in sync with docs/guides/ai.md. */
interface SnippetValues {
  readonly endpoint: string;
  readonly model: string;
  /** The full key right after creation, otherwise its prefix. */
  readonly key: string;
}

const question = "Say hello.";

export const snippets = {
  curl: {
    label: "curl",
    code: ({ endpoint, model, key }: SnippetValues): string =>
      `curl ${endpoint}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${quoteForShell(JSON.stringify({ model, messages: [{ role: "user", content: question }] }))}`,
  },
  javascript: {
    label: "JavaScript",
    code: ({ endpoint, model, key }: SnippetValues): string =>
      `import OpenAI from "openai";

const client = new OpenAI({ apiKey: ${JSON.stringify(key)}, baseURL: ${JSON.stringify(endpoint)} });
const stream = await client.chat.completions.create({
  model: ${JSON.stringify(model)},
  messages: [{ role: "user", content: ${JSON.stringify(question)} }],
  stream: true,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");`,
  },
  python: {
    label: "Python",
    code: ({ endpoint, model, key }: SnippetValues): string =>
      `from openai import OpenAI

client = OpenAI(api_key=${JSON.stringify(key)}, base_url=${JSON.stringify(endpoint)})
answer = client.chat.completions.create(
    model=${JSON.stringify(model)},
    messages=[{"role": "user", "content": ${JSON.stringify(question)}}],
)
print(answer.choices[0].message.content)`,
  },
} as const;

export type Client = keyof typeof snippets;

/** Quotes text for a shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
