// @vitest-environment jsdom
import { expect, test } from "vitest";
import { drawnParts } from "../../../tests/support/drawn.ts";
import { ErrorState } from "./error-state.tsx";

const { draw, find, all } = drawnParts();

test("what stands in the place of a whole page says so in its one h1, and a part of a page does not", async () => {
  await draw(<ErrorState message="It is gone." isPage />);
  expect(find("h1").textContent).toBe("Couldn't load this");
  await draw(<ErrorState message="It is gone." />);
  expect(all("h1")).toEqual([]);
  expect(find("h2").textContent).toBe("Couldn't load this");
});
