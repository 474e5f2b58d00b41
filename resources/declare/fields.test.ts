import { expect, test } from "vitest";
import { date, unixSecondsParam } from "./fields.ts";
import { messages } from "./messages.ts";

test("a date is a second between 1970 and 9999, in bodies and queries: later ones fit neither Date nor the database", () => {
  const { schema } = date("From");
  const last = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;
  for (const good of [0, last]) {
    expect(schema.safeParse(good).success).toBe(true);
    expect(unixSecondsParam().safeParse(String(good)).success).toBe(true);
  }
  for (const bad of [-1, last + 1, Number.MAX_SAFE_INTEGER]) {
    expect(schema.safeParse(bad).error?.issues[0]?.message).toBe(messages.dateOutOfRange);
    expect(unixSecondsParam().safeParse(String(bad)).success).toBe(false);
  }
});
