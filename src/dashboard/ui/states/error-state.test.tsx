// @vitest-environment jsdom
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { ErrorState } from "./error-state.tsx";

const { draw, find, all } = componentRenderer();

test("only an error in place of a whole page has an h1", async () => {
  await draw(<ErrorState message="It is gone." isPage />);
  expect(find("h1").textContent).toBe("Couldn't load this");
  await draw(<ErrorState message="It is gone." />);
  expect(all("h1")).toEqual([]);
  expect(find("h2").textContent).toBe("Couldn't load this");
});
