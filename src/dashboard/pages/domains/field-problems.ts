import { fieldMessages } from "../../framework/data/field-messages.ts";

/** The first message for each field of a refusal; one without fields belongs to the field `otherwise` when it is about what was typed. */
export const fieldProblems = (error: Error, otherwise: string): Readonly<Record<string, string>> => {
  const { statusCode } = error as { readonly statusCode?: number };
  return statusCode === 409 ? { [otherwise]: error.message } : fieldMessages(error);
};
