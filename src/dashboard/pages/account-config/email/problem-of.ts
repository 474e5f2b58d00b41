import { fieldMessage } from "../../../framework/data/field-messages.ts";

/** Returns the error to show beside the field: an invalid value, or an email error from the server. */
export const problemOf = (error: Error, field: string): string | undefined => {
  const { code } = error as { readonly code?: string | number };
  const isAboutIt = typeof code === "string" && code.startsWith("EMAIL_");
  return fieldMessage(error, field) ?? (isAboutIt ? error.message : undefined);
};
