/** What belongs beside the field: what is wrong with its value, and what the cloud says of the code or of sending it. */
export const problemOf = (error: Error, field: string): string | undefined => {
  const { errors, code } = error as {
    readonly errors?: Readonly<Record<string, readonly string[]>>;
    readonly code?: string | number;
  };
  const [message] = errors?.[field] ?? [];
  return message ?? (typeof code === "string" && code.startsWith("EMAIL_") ? error.message : undefined);
};
