/** How long a signed address may live; it ends with the credentials that signed it, twelve hours after they were given. */
export const lifetimes = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "21600", label: "6 hours" },
  { value: "43200", label: "12 hours" },
] as const;
