/** What the cloud says is wrong with a field; undefined when its refusal is about something else. */
export const fieldProblem = (error: Error, field: string): string | undefined => {
  const { errors } = error as { readonly errors?: Readonly<Record<string, readonly string[]>> };
  return errors?.[field]?.[0];
};
