import { test } from "vitest";
import { expectNothingLostBy } from "../support/killed-cloud.ts";

test("a server killed 20 times at random moments loses nothing it acknowledged, and leaves no process", () =>
  expectNothingLostBy(20));
