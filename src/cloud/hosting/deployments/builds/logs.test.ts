import { expect, test, vi } from "vitest";
import { logBytesMax, logLinesMax, logPageLines } from "../../../../../resources/limits.ts";
import { testHosting, type TestHosting } from "../../../../../tests/support/hosting/hosting.ts";
import { readLines, type UnnumberedLine } from "./log-store.ts";
import { createLogWriter } from "./attempt.ts";
import { messages } from "../messages.ts";
import { patience } from "../../../../../tests/support/patience.ts";

const buildOf = async (cloud: TestHosting, buildCommand: string) => {
  const team = await cloud.team();
  const repository = await cloud.repository(team, { "index.html": "x" });
  const project = await cloud.project(team, { deployType: "REPOSITORY", repoId: repository.id, buildCommand });
  const id = await cloud.build(team, project);
  return { team, project, id };
};

test("a log of 200,000 lines is stored and sent whole, each line once and in order, while the server keeps answering", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const { team, id } = await buildOf(cloud, `seq 1 ${logLinesMax}`);
  await vi.waitFor(async () => expect((await cloud.deployment(team, id)).log_lines).toBeGreaterThan(1000), 60_000);
  const askedAt = performance.now();
  await cloud.live(team, (await cloud.deployment(team, id)).project_id);
  expect(performance.now() - askedAt).toBeLessThan(15_000);

  const ended = await cloud.ended(team, id, 120_000);
  const lines = await cloud.logOf(team, id);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  const printed = lines.flatMap(({ content }) => (/^\d+$/.test(content) ? Number(content) : []));
  expect(printed.length).toBeGreaterThan(logLinesMax - 10);
  expect(printed).toEqual(printed.map((_, index) => index + 1));
  const sent = cloud.eventsOf(id).flatMap(({ data }) => ("lines" in data ? data.lines : []));
  expect(sent).toEqual(lines.slice(1));
  expect(ended.state).toBe("success");

  const first = await readLines(cloud.db, ended.number, 0);
  expect(first).toMatchObject({ more: true });
  expect(first.items).toHaveLength(logPageLines);
});

test("a build that exceeds its time limit is stopped with a message", async () => {
  const cloud = await testHosting({ BUILD_MINUTES: "0.05" });
  await cloud.hosting.work();
  const { team, id } = await buildOf(cloud, "echo started; sleep 1000");
  const ended = await cloud.ended(team, id);
  expect(ended).toMatchObject({ state: "timeout", error_message: messages.timeout(0.05) });
  expect((await cloud.logOf(team, id)).at(-1)!.content).toBe(messages.timeout(0.05));
  expect(messages.timeout(0.05)).toContain("3 seconds");
});

test("a line can hold anything a program prints", async () => {
  const cloud = await testHosting();
  await cloud.hosting.work();
  const { team, id } = await buildOf(cloud, String.raw`printf 'nul\000nul\n\\"{},\n\377\376\n\360\237\230\200\n'`);
  expect(await cloud.ended(team, id)).toMatchObject({ state: "success" });
  const contents = (await cloud.logOf(team, id)).map(({ content }) => content);
  expect(contents).toEqual(expect.arrayContaining(["nulnul", String.raw`\"{},`, "\uFFFD\uFFFD", "😀"]));
});

const writerInto = (stored: UnnumberedLine[], storedLines = 0) =>
  createLogWriter(async (lines) => void stored.push(...lines), { storedLines, onFailure: () => undefined });

test("a log beyond its line or byte limit is cut with one message, and Freehold's own lines still follow", async () => {
  const tooMany: UnnumberedLine[] = [];
  const lines = writerInto(tooMany, logLinesMax - 2);
  for (let n = 0; n < 10; n += 1) lines.line(`${n}`);
  lines.say("the end");
  await lines.flush();
  expect(tooMany.map(({ content }) => content)).toEqual(["0", "1", messages.logCut, "the end"]);

  const tooLong: UnnumberedLine[] = [];
  const bytes = writerInto(tooLong);
  const long = "x".repeat(1024 * 1024);
  for (let n = 0; n < logBytesMax / long.length + 5; n += 1) bytes.line(long);
  await bytes.flush();
  expect(tooLong.at(-1)!.content).toBe(messages.logCut);
  expect(tooLong).toHaveLength(logBytesMax / long.length + 1);
});

test("lines are stored within 100 ms of the first, in batches", async () => {
  const batches: number[] = [];
  const writer = createLogWriter(async (lines) => void batches.push(lines.length), {
    storedLines: 0,
    onFailure: () => undefined,
  });
  for (let n = 0; n < 50; n += 1) writer.line(`${n}`);
  await vi.waitFor(() => expect(batches).toEqual([50]), patience);
});

test("a writer whose store fails reports it once, at once, and accepts no more lines", async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const writer = createLogWriter(
    async () => {
      calls += 1;
      throw new Error("superseded");
    },
    { storedLines: 0, onFailure: (error) => failures.push(error) },
  );
  writer.line("a");
  await vi.waitFor(() => expect(failures).toHaveLength(1), patience);
  writer.line("b");
  await expect(writer.flush()).rejects.toThrow("superseded");
  expect(calls).toBe(1);
});
