// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";
import { useWork } from "./use-act.ts";

const { draw, find, press } = componentRenderer();

interface WorkProps {
  readonly work: () => Promise<unknown>;
  readonly inline: boolean;
}

const Work = ({ work, inline }: WorkProps) => {
  const { act, acting, problem, dismiss } = useWork(work, { inline });
  return (
    <>
      <button id="run" aria-busy={acting} onClick={() => void act()} />
      <button id="dismiss" onClick={dismiss} />
      <p>{problem}</p>
    </>
  );
};

const failing = (error: Error) => vi.fn<() => Promise<unknown>>(() => Promise.reject(error));

test("an inline error is the problem until it is dismissed or the work runs again, and opens no dialog", async () => {
  const alert = vi.spyOn(dialogs, "alert").mockResolvedValue();
  const work = failing(new Error("The shelf is full."));
  await draw(<Work work={work} inline />);
  await press("#run");
  expect(find("p").textContent).toBe("The shelf is full.");
  await press("#dismiss");
  expect(find("p").textContent).toBe("");
  await press("#run");
  work.mockResolvedValueOnce(undefined);
  await press("#run");
  expect(find("p").textContent).toBe("");
  expect(find("#run").ariaBusy).not.toBe("true");
  expect(alert).not.toHaveBeenCalled();
});

test("other errors are alerts, except those that the session's handlers show", async () => {
  const alert = vi.spyOn(dialogs, "alert").mockResolvedValue();
  alert.mockClear();
  await draw(<Work work={failing(new Error("The shelf is full."))} inline={false} />);
  await press("#run");
  expect(alert.mock.calls).toEqual([[{ text: "The shelf is full." }]]);
  const handled = Object.assign(new Error("Offline"), { name: "NetworkError" });
  await draw(<Work work={failing(handled)} inline />);
  await press("#run");
  expect(find("p").textContent).toBe("");
  expect(alert).toHaveBeenCalledTimes(1);
});
