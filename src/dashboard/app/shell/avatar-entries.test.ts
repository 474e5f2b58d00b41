import { describe, expect, test, vi } from "vitest";
import { definePage } from "../../../../resources/declare/define.ts";
import { avatarEntries, avatarItems, type AvatarEntry } from "./avatar-entries.ts";

const entries: AvatarEntry[] = [
  { label: "Referral", icon: "users", to: "/referral", login: true },
  { label: "Feedback", icon: "chat", to: "https://example.com/feedback", login: false },
];

describe("the avatar menu", () => {
  test("holds the pages that are declared for it and exist, and the feedback link where one is configured", () => {
    const pages = [
      definePage({ name: "referral", path: "/referral", title: "Referral", avatar: { icon: "users" } }),
      definePage({ name: "boost", path: "/boost", title: "Boost", login: false, avatar: { icon: "rocket" } }),
      definePage({ name: "unwritten", path: "/unwritten", title: "Unwritten", avatar: { icon: "cube" } }),
      definePage({ name: "overview", path: "/overview", title: "Overview" }),
    ];
    const exists = (file: string) => file !== "unwritten/page";
    const listedEntries = avatarEntries(pages, exists, { feedback: "https://example.com/feedback" });
    expect(listedEntries.map(({ label, login }) => [label, login])).toEqual([
      ["Referral", true],
      ["Boost", false],
      ["Feedback", false],
    ]);
    expect(avatarEntries(pages, exists, { feedback: "" })).toHaveLength(2);
  });

  test("a team member choosing a menu entry is asked first", () => {
    const ask = vi.fn();
    const [referral] = avatarItems(entries, { type: "COLLABORATION" }, ask);
    expect(referral!.to).toBeUndefined();
    referral!.onSelect!();
    expect(ask).toHaveBeenCalledExactlyOnceWith("/referral");
  });

  test("entries marked as not needing login skip this question, and an owner is never asked", () => {
    const ask = vi.fn();
    expect(avatarItems(entries, { type: "COLLABORATION" }, ask)[1]!.to).toBe("https://example.com/feedback");
    expect(avatarItems(entries, { type: "INDIVIDUAL" }, ask).map(({ to }) => to)).toEqual([
      "/referral",
      "https://example.com/feedback",
    ]);
  });
});
