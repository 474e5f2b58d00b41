import { expect, test } from "vitest";
import { readReturned } from "./returned.ts";

const read = (query: string) => readReturned(new URLSearchParams(query));

test("a response has a code and the state of its request", () => {
  expect(read("code=abc&state=xyz")).toEqual({ kind: "answer", code: "abc", state: "xyz" });
});

test("a decline is reported, other errors keep their description, and an incomplete response is ignored", () => {
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
