// @vitest-environment jsdom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Notice } from "../../../../resources/account/notices.ts";
import { NoticeLink } from "./notice-link.tsx";
import { takers } from "./takers.ts";

let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  delete takers["feedback"];
});

const draw = (rules: Partial<Notice>) => {
  const notice: Notice = {
    id: "n",
    type: "NORMAL",
    message: "Read this.",
    url: "",
    name: "",
    label: "",
    invitationId: null,
    offer: null,
    teamId: null,
    read: false,
    createdAt: 1,
    ...rules,
  };
  return act(async () =>
    root.render(
      <MemoryRouter>
        <NoticeLink notice={notice} />
      </MemoryRouter>,
    ),
  );
};

test("Feedback dialog: opened by a notice named feedback; the title comes from the notice label, default 'Feedback'", async () => {
  const opened: string[] = [];
  takers["feedback"] = ({ label }) => void opened.push(label || "Feedback");
  for (const label of ["", "Report a fault"]) {
    await draw({ name: "feedback", label });
    const button = host.querySelector("button")!;
    expect(button.textContent).toBe(label || "Feedback");
    await act(async () => button.click());
  }
  expect(opened).toEqual(["Feedback", "Report a fault"]);
});

test("a notice leads inside by a path, outside in a new tab, and nowhere else", async () => {
  await draw({ url: "/docs", label: "Docs" });
  expect(host.querySelector("a")?.getAttribute("href")).toBe("/docs");
  await draw({ url: "https://example.org/" });
  expect(host.querySelector("a")).toMatchObject({ href: "https://example.org/", target: "_blank", rel: "noreferrer" });
  for (const url of ["", "javascript:alert(1)", "JAVASCRIPT:alert(1)", "//evil.example", "data:text/html,x"]) {
    await draw({ url });
    expect(host.innerHTML, url).toBe("");
  }
});

test("a name that nothing takes up changes nothing", async () => {
  await draw({ name: "made-up", url: "/docs" });
  expect(host.querySelector("a")?.textContent).toBe("Read more");
});
