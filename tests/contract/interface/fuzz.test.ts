import { test } from "vitest";
import { fuzzCloud } from "../../support/fuzz/fuzz.ts";

// The soak tests send 20,000 (tests/soak).
test("500 generated requests are answered in time, as declared, and without a server error", () => fuzzCloud(500));
