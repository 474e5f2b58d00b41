import { useEffect, useState } from "react";

/** Returns a debounced value. */
export const useSettled = <T>(value: T, forMs: number): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs);
    return () => clearTimeout(timer);
  }, [value, forMs]);
  return settled;
};
