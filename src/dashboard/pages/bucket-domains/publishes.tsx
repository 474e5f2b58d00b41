import { Banner } from "../../ui/banner.tsx";

/** What it means that a bucket has a host name. */
export const Publishes = ({ bucketName }: { readonly bucketName: string }) => (
  <Banner kind="warning" title={`This publishes ${bucketName === "" ? "the bucket" : bucketName}`}>
    Everybody who knows a file's name can then read it, without a key, whatever the bucket's policy says. Files are not
    listed. What is read counts as your team's traffic.
  </Banner>
);
