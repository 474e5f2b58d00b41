/** State of one exploration, from the button to the collected points. */
import type { explore } from "../../../../resources/boost/nodes/explore-calls.ts";
import type { ErrorCode } from "../../../../resources/declare/errors.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";

export type Exploration = Reply<typeof explore>;

export type Exploring =
  | { readonly name: "idle" }
  /** Solving the captcha; `done` from 0 to 1. */
  | { readonly name: "proving"; readonly done: number }
  | { readonly name: "looking" }
  | { readonly name: "found"; readonly exploration: Exploration }
  | { readonly name: "collecting"; readonly exploration: Exploration }
  /** `points`: the collected amount. Undefined after the page is reopened. */
  | { readonly name: "collected"; readonly exploration: Exploration; readonly points: string | undefined }
  /** `code`: the server's reason, if it refused. */
  | { readonly name: "failed"; readonly problem: string; readonly code?: string | undefined };

export type ExploringEvent =
  | { readonly type: "explore" }
  | { readonly type: "worked"; readonly done: number }
  | { readonly type: "proved" }
  | { readonly type: "found"; readonly exploration: Exploration }
  /** The page was reopened by its URL. */
  | { readonly type: "back"; readonly exploration: Exploration }
  | { readonly type: "collect" }
  | { readonly type: "collected"; readonly points: string }
  | { readonly type: "failed"; readonly problem: string; readonly code?: string | undefined };

/** Returns the next state; events that don't fit the state are ignored. */
export const exploringAfter = (state: Exploring, event: ExploringEvent): Exploring => {
  switch (event.type) {
    case "explore":
      return isBusy(state) ? state : { name: "proving", done: 0 };
    case "worked":
      return state.name === "proving" ? { name: "proving", done: Math.max(state.done, event.done) } : state;
    case "proved":
      return state.name === "proving" ? { name: "looking" } : state;
    case "found":
      return state.name === "looking" ? foundAs(event.exploration) : state;
    case "back":
      return state.name === "idle" ? foundAs(event.exploration) : state;
    case "collect":
      return state.name === "found" ? { name: "collecting", exploration: state.exploration } : state;
    case "collected":
      return state.name === "collecting"
        ? { name: "collected", exploration: state.exploration, points: event.points }
        : state;
    case "failed":
      return isBusy(state) || state.name === "idle"
        ? { name: "failed", problem: event.problem, code: event.code }
        : state;
  }
};

/** Reports whether an exploration is in progress. */
export const isBusy = ({ name }: Exploring): boolean =>
  name === "proving" || name === "looking" || name === "collecting";

/** Returns the state for an exploration, when found or when the page is reopened. */
export const foundAs = (exploration: Exploration): Exploring =>
  exploration.collectedAt === null
    ? { name: "found", exploration }
    : { name: "collected", exploration, points: undefined };

/** What happened when the server refused an exploration that is otherwise in order. */
const refusals: Readonly<Partial<Record<string, string>>> = {
  NOTHING_TO_EXPLORE: "No points found",
  NODE_PROTECTED: "Node protected",
  EXPLORATIONS_USED: "No explorations left",
  EXPLORE_OWN: "This is your own node",
  EXPLORATION_EXPIRED: "Exploration expired",
  EXPLORATION_COLLECTED: "Already collected",
} satisfies Partial<Record<ErrorCode, string>>;

/** Returns the title of an exploration that found nothing: only faults are failures. */
export const failureTitle = (code: string | undefined): string => refusals[code ?? ""] ?? "Exploration failed";
