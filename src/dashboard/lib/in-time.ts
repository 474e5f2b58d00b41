/** Returns the promise's result; throws the error if it takes longer than `ms`. */
export const inTime = async <T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};
