import { fieldMessage } from "../../../framework/data/field-messages.ts";

/** What belongs beside the field: what is wrong with its value, and what the cloud says of the code or of sending it. */
export const problemOf = (error: Error, field: string): string | undefined => {
  const { code } = error as { readonly code?: string | number };
  const isAboutIt = typeof code === "string" && code.startsWith("EMAIL_");
  return fieldMessage(error, field) ?? (isAboutIt ? error.message : undefined);
};
