import type * as z from "zod/mini";
import { fieldErrorsMax } from "../../../../resources/limits.ts";
import { messages } from "../../../../resources/declare/messages.ts";
import { AppError } from "../app-error.ts";

/** Parses the input. Throws INVALID_INPUT with a message for each invalid field. */
export const validate = (schema: z.ZodMiniType, input: unknown): unknown => {
  const result = schema.safeParse(input);
  if (!result.success) throw new AppError("INVALID_INPUT", { fields: fieldsOf(result.error.issues, input) });
  if (holdsNul(result.data)) throw new AppError("INVALID_INPUT");
  return result.data;
};

/** Returns the first message per field: "name", or "env.0.key" inside lists; "" for the whole input. */
const fieldsOf = (issues: readonly z.core.$ZodIssue[], input: unknown): Record<string, string[]> => {
  const fields = new Map<string, string[]>();
  let left = fieldErrorsMax;
  const add = (field: string, message: string): void => {
    if (left > 0) fields.set(field, [...(fields.get(field) ?? []), message]);
    left -= 1;
  };
  for (const issue of issues) {
    if (left <= 0) break;
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) add(key, messages.fieldUnknown);
    else add(issue.path.join("."), messageOf(issue, input));
  }
  return Object.fromEntries(fields);
};

/** Keeps a schema's message; replaces the library's message for a missing field. */
const messageOf = (issue: z.core.$ZodIssue, input: unknown): string => {
  const generic = issue.code === "invalid_type" && issue.message.startsWith("Invalid input");
  return generic && valueAt(input, issue.path) === undefined ? messages.fieldRequired : issue.message;
};

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);

/** PostgreSQL rejects NUL characters in text, and no name or path contains one. */
const holdsNul = (value: unknown): boolean => {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(holdsNul);
};
