import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import { upstreamsIn } from "./upstreams.ts";

const written = async (text: string): Promise<string> => {
  const path = join(tmpdir(), `upstreams-${randomUUID()}.json`);
  await writeFile(path, text);
  onTestFinished(() => rm(path));
  return path;
};

it("returns the upstreams of the settings in the order in which they are tried", async () => {
  const file = await written(
    '[{ "name": "paid", "url": "https://models.example/v1", "key": "k", "models": ["large"] }]',
  );
  expect(upstreamsIn({ AI_UPSTREAM: "http://127.0.0.1:11434/v1", AI_UPSTREAMS_FILE: file })).toEqual([
    { name: "127.0.0.1:11434", url: "http://127.0.0.1:11434/v1", free: true },
    { name: "paid", url: "https://models.example/v1", key: "k", models: ["large"], free: false },
  ]);
  expect(upstreamsIn({})).toEqual([]);
});

it("reports an invalid upstreams file in one sentence, without its keys", async () => {
  const file = await written('[{ "name": "a", "url": "ftp://x", "key": "very-secret" }]');
  expect(() => upstreamsIn({ AI_UPSTREAMS_FILE: file })).toThrow(/^AI_UPSTREAMS_FILE .* is not a list of upstreams/);
  expect(() => upstreamsIn({ AI_UPSTREAMS_FILE: file })).not.toThrow(/very-secret/);
});
