/**
 * Signals once that a response is no longer needed. AbortController does the same, but its events and errors cost more
 * than the rest of a request.
 */
export interface Cancel {
  readonly isOver: boolean;
  /** Called on cancellation, unless the work is done before. */
  onOver(listener: () => void): void;
  end(): void;
  /** Marks the work as done: listeners are not called any more. */
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
      const notified = listeners;
      listeners = [];
      notified.forEach((listener) => listener());
    },
    done: () => {
      listeners = [];
    },
  };
};
