/** Replaces lodash's debounce, which Refine core uses to save forms while the user types; ours save on submit. */
const debounce = () => {
  const unavailable = (): never => {
    throw new Error("Saving while typing is unavailable.");
  };
  return Object.assign(unavailable, { flush: () => undefined, cancel: () => undefined });
};

export default debounce;
