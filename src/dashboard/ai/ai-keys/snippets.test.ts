import { expect, test } from "vitest";
import { snippets } from "./snippets.ts";

const values = { endpoint: "https://cloud.example/api/v1", model: "it's", key: "fhai_1" } as const;

test("snippets carry the key, the endpoint and the model, quoted for their language", () => {
  const chat = { ...values, operation: "chat/completions" } as const;
  expect(snippets.curl.code(chat)).toBe(`curl https://cloud.example/api/v1/chat/completions \\
  -H "Authorization: Bearer fhai_1" \\
  -H "Content-Type: application/json" \\
  -d '{"model":"it'\\''s","messages":[{"role":"user","content":"Say hello."}]}'`);
  expect(snippets.javascript.code(chat)).toContain(
    `new OpenAI({ apiKey: "fhai_1", baseURL: "https://cloud.example/api/v1" })`,
  );
  expect(snippets.python.code(chat)).toContain(`api_key="fhai_1", base_url="https://cloud.example/api/v1"`);
});

test("models that don't chat get the request that they answer", () => {
  const embed = { ...values, operation: "embeddings" } as const;
  expect(snippets.curl.code(embed)).toContain(`/embeddings`);
  expect(snippets.curl.code(embed)).toContain(`"input":"Say hello."`);
  expect(snippets.javascript.code(embed)).toContain("client.embeddings.create({");
  const complete = { ...values, operation: "completions" } as const;
  expect(snippets.python.code(complete)).toContain(`prompt="Say hello."`);
  expect(snippets.python.code(complete)).toContain("print(answer.choices[0].text)");
});
