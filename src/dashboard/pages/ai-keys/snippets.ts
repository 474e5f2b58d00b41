/** How clients are told of this cloud; docs/guides/ai.md says the same. */
interface Shown {
  readonly endpoint: string;
  readonly model: string;
  /** The whole key right after it was made; else how it begins. */
  readonly key: string;
}

const question = "What is LAND?";

export const snippets = {
  curl: {
    label: "curl",
    code: ({ endpoint, model, key }: Shown): string =>
      `curl ${endpoint}/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d ${inShell(JSON.stringify({ model, messages: [{ role: "user", content: question }] }))}`,
  },
  javascript: {
    label: "JavaScript",
    code: ({ endpoint, model, key }: Shown): string =>
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
    code: ({ endpoint, model, key }: Shown): string =>
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

/** In single quotes, where a shell changes nothing. */
const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
