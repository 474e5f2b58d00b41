/** Formats a minimum duration, in seconds, as the start of a sentence: "Right", "10 minutes". */
export const waitLabel = (seconds: number): string => {
  if (seconds < 1) return "Right";
  const [size, noun] = (
    [
      [86_400, "day"],
      [3600, "hour"],
      [60, "minute"],
      [1, "second"],
    ] as const
  ).find(([unit]) => seconds >= unit)!;
  const count = Math.ceil(seconds / size);
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
};
