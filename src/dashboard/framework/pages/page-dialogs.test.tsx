// @vitest-environment jsdom
import { expect, test } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { PageDialogs, usePageDialog } from "./page-dialogs.tsx";

const { draw, find, press } = componentRenderer();

const New = () => {
  const open = usePageDialog();
  return (
    <button type="button" onClick={() => open((close) => <input aria-label="Name" onBlur={close} />)}>
      New
    </button>
  );
};

const Shelves = ({ isEmpty }: { readonly isEmpty: boolean }) => (
  <PageDialogs>
    <PageDialogs>{isEmpty ? <New /> : <p>A shelf</p>}</PageDialogs>
  </PageDialogs>
);

test("a dialog keeps its input when the list that held its button fills up", async () => {
  await draw(<Shelves isEmpty />);
  await press("button");
  const input = find("input") as HTMLInputElement;
  input.value = "oak";
  await draw(<Shelves isEmpty={false} />);
  expect(find("p").textContent).toBe("A shelf");
  expect(find("input")).toBe(input);
  expect((find("input") as HTMLInputElement).value).toBe("oak");
});
