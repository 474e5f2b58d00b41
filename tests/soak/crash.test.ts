import { test } from "vitest";
import { expectNothingLostBy } from "../support/server/killed-cloud.ts";

test("a server killed 20 times at random moments loses no acknowledged write and leaves no process running", () =>
  expectNothingLostBy(20));
