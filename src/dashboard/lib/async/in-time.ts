/** Returns the promise's result; throws the error if it takes longer than `ms`. */
export const inTime = async <T>(work: Promise<T>, ms: number, timeoutError: () => Error): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
