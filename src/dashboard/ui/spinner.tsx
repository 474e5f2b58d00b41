/** A turning ring; still when the user prefers reduced motion. */
export const Spinner = () => <span className="fh-spinner" aria-hidden="true" />;
