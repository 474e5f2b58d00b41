import { test } from "vitest";
import { callEverythingAtOnce } from "../support/account/parallel-calls.ts";

test("every mutating call handles four simultaneous requests per connection, with ten connections", async () => {
  console.info(JSON.stringify(await callEverythingAtOnce(10)));
});
