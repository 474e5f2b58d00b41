/** Returns the message of a field whose number is not from 1 to `largest`; nothing for a valid one. */
export const outOfRange = (name: string, label: string, value: number, largest: number): Record<string, string[]> =>
  value >= 1 && value <= largest
    ? {}
    : { [name]: [`${label}: enter a number from 1 to ${largest.toLocaleString("en-US")}.`] };
