import { expect, test } from "vitest";
import { readReturned } from "./returned.ts";

const read = (query: string) => readReturned(new URLSearchParams(query));

test("an answer has a code and the state it was asked with", () => {
  expect(read("code=abc&state=xyz")).toEqual({ kind: "answer", code: "abc", state: "xyz" });
});

test("who declines is told so, other errors speak for themselves, and half an answer is none", () => {
  expect(read("error=access_denied&error_description=The+user+has+denied&state=x")).toEqual({
    kind: "refused",
    reason: "Access was denied. GitHub is not connected.",
  });
  expect(read("error=redirect_uri_mismatch&error_description=The+address+differs")).toEqual({
    kind: "refused",
    reason: "The address differs",
  });
  expect(read("code=abc").kind).toBe("refused");
  expect(read("").kind).toBe("refused");
});
