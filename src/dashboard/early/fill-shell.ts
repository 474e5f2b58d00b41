/**
 * Runs right after the static shell's markup: opens the current group, marks the current entry and fills in the titles
 * that the real shell will show, so that nothing moves when it takes over. Compiled into index.html.
 */

import { readStored } from "../lib/stored.ts";

/** Injected by the build: path → breadcrumbs of the screens in the drawer. */
declare const CRUMBS: Readonly<Record<string, readonly string[]>>;

const shell = document.querySelector<HTMLElement>("[data-static-shell]");
const crumbs = CRUMBS[location.pathname];
if (shell && document.documentElement.dataset.shell) fill(shell);
else shell?.remove();

function fill(element: HTMLElement): void {
  if (teamType() !== "INDIVIDUAL") {
    element.querySelector("nav")?.replaceChildren();
    element.querySelector(".fh-balance")?.remove();
  }
  const path = document.documentElement.dataset.entry ?? location.pathname;
  const current = element.querySelector(`li > a[href="${path}"]`);
  current?.classList.add("active");
  const toggled = readStored("menu") as Readonly<Record<string, boolean>> | undefined;
  for (const group of element.querySelectorAll<HTMLElement>("[data-group]")) {
    const [head, button, entries] = group.querySelectorAll<HTMLElement>("div > a, button, ul");
    const isCurrent = group.contains(current);
    const open = toggled?.[group.dataset.group!] ?? isCurrent;
    entries!.hidden = !open;
    button!.ariaExpanded = String(open);
    if (isCurrent) head!.classList.add(open ? "is-current" : "active");
  }
  // In the first frame, which computes the layout anyway: here it would cost another one.
  requestAnimationFrame(() => element.querySelector("nav .active")?.scrollIntoView({ block: "nearest" }));
  for (const slot of element.querySelectorAll("[data-static-title]")) slot.textContent = crumbs?.at(-1) ?? "";
  const list = element.querySelector("[data-static-section]");
  if (list) list.textContent = crumbs && crumbs.length > 1 ? crumbs[0]! : "";
  const size = Math.min(Number(new URLSearchParams(location.search).get("size")) || 10, 100);
  element.style.setProperty("--rows", String(size));
}

/** A member's drawer depends on the access list, so the real shell renders it. */
function teamType(): string | undefined {
  const teams = readStored("teamList") as { teamId: string; type: string }[] | undefined;
  const selectedTeamId = localStorage.getItem("teamId");
  return (teams?.find(({ teamId }) => teamId === selectedTeamId) ?? teams?.[0])?.type;
}
