import { useEffect, useState } from "react";

const minuteMs = 60_000;
const now = (): number => Math.floor(Date.now() / 1000);

/** This moment in Unix seconds, read anew each minute. */
export const useMinute = (): number => {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return seconds;
};
