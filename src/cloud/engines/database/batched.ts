interface Waiting<Key, Value> {
  readonly key: Key;
  resolve(value: Value): void;
  reject(error: unknown): void;
}

/**
 * Looks up keys in batches: requests that arrive during a query share the next one, so no result is older than its request.
 * `run` returns the values of a batch; if it fails, all requests of the batch do.
 */
export const batched = <Key, Value>(
  run: (keys: readonly Key[]) => Promise<(key: Key) => Value>,
): ((key: Key) => Promise<Value>) => {
  let waiting: Waiting<Key, Value>[] = [];
  let isRunning = false;

  const runBatch = async (batch: readonly Waiting<Key, Value>[]): Promise<void> => {
    try {
      const valueOf = await run(batch.map(({ key }) => key));
      for (const { key, resolve } of batch) resolve(valueOf(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await runBatch(batch);
    }
    isRunning = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isRunning) void runAll();
    });
};
