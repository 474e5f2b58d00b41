import { useEffect, useState } from "react";

const minuteMs = 60_000;
const now = (): number => Math.floor(Date.now() / 1000);

/** Returns the current time in Unix seconds, updated each minute. */
export const useMinute = (): number => {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};
