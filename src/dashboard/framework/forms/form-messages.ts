/** Messages of a form by field: from checks of the whole body, and from errors of the call. */
import type { Fields } from "../../../../resources/declare/fields.ts";
import { textOf } from "../../lib/text-of.ts";
import { fieldMessages } from "../data/field-messages.ts";
import type { FormSource } from "./form.tsx";

type Values = Readonly<Record<string, unknown>>;
type Messages = Readonly<Record<string, string>>;
type CallSource = FormSource<object, unknown> & { readonly kind: "call" };

interface Changed {
  readonly theirs: unknown;
}

/** Returns the fields that others changed while the user did. */
export const changedMeanwhile = (error: unknown): Readonly<Record<string, Changed>> | undefined => {
  const { code, data } = error as {
    readonly code?: unknown;
    readonly data?: { readonly changed?: Record<string, Changed> };
  };
  return code === "CHANGED_MEANWHILE" ? data?.changed : undefined;
};

export const changedMessages = (changed: Readonly<Record<string, Changed>>, fields: Fields): Messages =>
  Object.fromEntries(
    Object.entries(changed).flatMap(([path, { theirs }]) => {
      const name = path.split(".").find((part) => part in fields);
      return name === undefined
        ? []
        : [[name, `Someone else changed this to ${shownValue(theirs)}. Save again to replace it.`]];
    }),
  );

const shownValue = (value: unknown): string => {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  const parts = [value].flat();
  return parts.some((part) => typeof part === "object") ? "another value" : `“${parts.map(textOf).join(", ")}”`;
};

export const definedOnly = (problems: Readonly<Record<string, string | undefined>> = {}): Messages =>
  Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Messages of checks that concern the whole body, by the first field that they name. */
export const bodyMessages = ({ checks, fields }: CallSource, values: Values): Messages => {
  const found: Record<string, string> = {};
  for (const { path, message } of checks?.safeParse(values).error?.issues ?? []) {
    const name = textOf(path[0]);
    if (name in fields) found[name] ??= message;
  }
  return found;
};

/** The server's messages by field: named by the error, or by its code. Nested paths belong to their field. */
export const errorMessages = (
  error: Error,
  fields: Fields,
  errorFields: Readonly<Record<string, PropertyKey>> = {},
): Messages => {
  const named = Object.entries(fieldMessages(error)).flatMap(([path, message]) => {
    const name = path.split(".").find((part) => part in fields);
    return name === undefined ? [] : [[name, message] as const];
  });
  const { code } = error as { readonly code?: string };
  const byCode = code === undefined ? undefined : errorFields[code];
  return Object.fromEntries(byCode === undefined ? named : [[byCode, error.message]]);
};
