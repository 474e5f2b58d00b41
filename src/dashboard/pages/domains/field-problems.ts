/** The first message for each field of a refusal; one without fields belongs to the field `otherwise` when it is about what was typed. */
export const fieldProblems = (error: Error, otherwise: string): Readonly<Record<string, string>> => {
  const { errors, statusCode } = error as { errors?: Readonly<Record<string, readonly string[]>>; statusCode?: number };
  if (statusCode === 409) return { [otherwise]: error.message };
  return Object.fromEntries(Object.entries(errors ?? {}).map(([field, [message = ""]]) => [field, message]));
};
