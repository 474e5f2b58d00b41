/** A rotating ring; still if the user prefers reduced motion. */
export const Spinner = () => <span className="fh-spinner" aria-hidden="true" />;
