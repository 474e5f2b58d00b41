import { Banner } from "../../ui/states/banner.tsx";

/** Warns that a domain or address makes a bucket public. */
export const Publishes = ({ bucketName }: { readonly bucketName: string }) => (
  <Banner kind="warning" title={`This publishes ${bucketName === "" ? "the bucket" : bucketName}`}>
    The bucket becomes public: anyone who knows a file&apos;s name or its CID can read it without a key. Files are not
    listed. Downloads count as your team&apos;s traffic.
  </Banner>
);
