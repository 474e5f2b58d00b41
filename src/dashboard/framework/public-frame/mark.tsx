/** The Freehold logo. */
export const Mark = () => (
  <svg viewBox="0 0 24 24" width="1.5em" height="1.5em" aria-hidden="true">
    <path d="M1 1h12.6L10.4 23H1z" fill="var(--fh-accent)" />
    <path d="M15.8 1H23v9.2l-8.5-1.3z" fill="none" stroke="currentColor" strokeWidth="1.6" />
    <path d="M14.1 11.3 23 12.7V23h-10.6z" fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);
