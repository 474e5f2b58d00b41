import { Moment } from "./cell.tsx";

/** When a key or a token was last used, in words. */
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
