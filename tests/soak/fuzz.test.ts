import { test } from "vitest";
import { fuzzCloud } from "../support/fuzz/fuzz.ts";

/** `FUZZ_COUNT`: number of requests. */
const count = Number(process.env.FUZZ_COUNT ?? 20_000);

test(`${count} generated requests are answered in time, as declared, and without a server error`, () =>
  fuzzCloud(count));
