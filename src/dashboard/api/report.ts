import { meaningOf } from "../../../resources/declare/error-meaning.ts";
import { ApiError } from "./errors.ts";
import { handlers, type RefusalHandlers } from "./handlers.ts";

/** Calls the session handler for a refusal that concerns more than one screen. */
export const report = (error: unknown): void => {
  const handlerName = error instanceof ApiError ? meaningOf(error) : undefined;
  if (handlerName) handlers[names[handlerName]](error as ApiError);
};

const names = {
  "signed-out": "unauthorized",
  forbidden: "forbidden",
  conflict: "conflict",
  insufficient: "insufficient",
  "not-activated": "notActivated",
} as const satisfies Record<NonNullable<ReturnType<typeof meaningOf>>, keyof RefusalHandlers>;
