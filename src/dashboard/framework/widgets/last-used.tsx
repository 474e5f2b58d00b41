import { Moment } from "./cell.tsx";

/** When a key or token was last used. */
export const LastUsed = ({ at }: { readonly at: number | undefined }) => (
  <span className="fh-muted">
    {at === undefined ? (
      "Never used"
    ) : (
      <>
        Last used <Moment seconds={at} />
      </>
    )}
  </span>
);
