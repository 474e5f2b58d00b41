import { test } from "vitest";
import { fuzzCloud } from "../../support/fuzz/fuzz.ts";

test("1,500 generated requests are answered in time, as declared, and without a server error", () => fuzzCloud(1500));
