import { pino } from "pino";
import { expect, it } from "vitest";
import { modelServer } from "../../../../tests/support/ai/model-server.ts";
import { openRemoteModels } from "./remote.ts";

it("a server that can't list its models keeps offering the configured ones, and is down", async () => {
  const log = pino({ level: "silent" });
  const { url } = await modelServer(["writer"], () => undefined);
  const up = openRemoteModels({ name: "up", url, free: true }, log);
  expect((await up.models()).map(({ id }) => id)).toEqual(["writer"]);
  expect(up.isDown!()).toBe(false);
  const down = openRemoteModels({ name: "down", url: "http://127.0.0.1:9/v1", models: ["writer"], free: true }, log);
  expect((await down.models()).map(({ id }) => id)).toEqual(["writer"]);
  expect(down.isDown!()).toBe(true);
});
