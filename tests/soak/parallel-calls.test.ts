import { test } from "vitest";
import { callEverythingAtOnce } from "../support/parallel-calls.ts";

test("every call that changes something takes four requests for each of ten connections at once", async () => {
  console.info(JSON.stringify(await callEverythingAtOnce(10)));
});
