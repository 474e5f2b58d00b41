import { Banner } from "../../ui/banner.tsx";

/** What it means that a bucket has a host name. */
export const Publishes = ({ bucketName }: { readonly bucketName: string }) => (
  <Banner kind="warning" title={`This publishes ${bucketName === "" ? "the bucket" : bucketName}`}>
    The bucket becomes public: anyone who knows a file&apos;s name or its CID can read it without a key. Files are not
    listed. Downloads count as your team&apos;s traffic.
  </Banner>
);
