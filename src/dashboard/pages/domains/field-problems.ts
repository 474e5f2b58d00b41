import { fieldMessages } from "../../framework/data/field-messages.ts";

/** Returns the first error of each field. Assigns a conflict (409) to `conflictField`. */
export const fieldProblems = (error: Error, conflictField: string): Readonly<Record<string, string>> => {
  const { statusCode } = error as { readonly statusCode?: number };
  return statusCode === 409 ? { [conflictField]: error.message } : fieldMessages(error);
};
