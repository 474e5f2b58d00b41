/**
 * Says once that an answer is no longer waited for. An AbortController does the same, but its events and errors cost more than all else
 * that is done for a request.
 */
export interface Cancel {
  readonly isOver: boolean;
  /** Told when it is over, unless the work is done before. */
  onOver(listener: () => void): void;
  end(): void;
  /** The work is done: nobody is told any more. */
  done(): void;
}

export const createCancel = (): Cancel => {
  let isOver = false;
  let listeners: (() => void)[] = [];
  return {
    get isOver() {
      return isOver;
    },
    onOver: (listener) => {
      if (isOver) listener();
      else listeners.push(listener);
    },
    end: () => {
      if (isOver) return;
      isOver = true;
      const told = listeners;
      listeners = [];
      told.forEach((listener) => listener());
    },
    done: () => {
      listeners = [];
    },
  };
};
