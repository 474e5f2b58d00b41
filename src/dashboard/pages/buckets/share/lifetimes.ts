/** Lifetimes of a signed URL, up to seven days. */
export const lifetimes = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "43200", label: "12 hours" },
  { value: "86400", label: "1 day" },
  { value: "259200", label: "3 days" },
  { value: "604800", label: "7 days" },
] as const;
