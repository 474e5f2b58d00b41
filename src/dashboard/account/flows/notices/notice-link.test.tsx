// @vitest-environment jsdom
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Notice } from "../../../../../resources/account/notices.ts";
import { componentRenderer } from "../../../../../tests/support/browser/component-renderer.ts";
import { noticeOf } from "../../../../../tests/support/account/notice.ts";
import { NoticeLink } from "./notice-link.tsx";
import { widgetHandlers } from "./widget-handlers.ts";

const { all, draw, find, press, text } = componentRenderer();
afterEach(() => delete widgetHandlers["feedback"]);

const drawLink = (rules: Partial<Notice>) =>
  draw(
    <MemoryRouter>
      <NoticeLink notice={noticeOf("n", rules)} />
    </MemoryRouter>,
  );

test("Feedback dialog: opened by a notice named feedback; the title comes from the notice label, default 'Feedback'", async () => {
  const opened: string[] = [];
  widgetHandlers["feedback"] = ({ label }) => void opened.push(label || "Feedback");
  for (const label of ["", "Report a fault"]) {
    await drawLink({ name: "feedback", label });
    expect(find("button").textContent).toBe(label || "Feedback");
    await press("button");
  }
  expect(opened).toEqual(["Feedback", "Report a fault"]);
});

test("a notice links inside by a path, outside in a new tab, and nowhere else", async () => {
  await drawLink({ url: "/docs", label: "Docs" });
  expect(find("a").getAttribute("href")).toBe("/docs");
  await drawLink({ url: "https://example.org/" });
  expect(find("a")).toMatchObject({ href: "https://example.org/", target: "_blank", rel: "noreferrer" });
  for (const url of ["", "javascript:alert(1)", "JAVASCRIPT:alert(1)", "//evil.example", "data:text/html,x"]) {
    await drawLink({ url });
    expect([all("*"), text()], url).toEqual([[], ""]);
  }
});

test("an unknown widget name is ignored", async () => {
  await drawLink({ name: "made-up", url: "/docs" });
  expect(find("a").textContent).toBe("Read more");
});
