import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sharedUrl } from "../../../flows/storage/links.ts";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { SelectField } from "../../../ui/text-field.tsx";
import { lifetimes } from "./lifetimes.ts";
import { LinkCard } from "./link-card.tsx";

interface SignedLinkProps {
  readonly bucket: string;
  readonly fileKey: string;
}

/** A signed URL that works for anyone until it expires. */
export const SignedLink = ({ bucket, fileKey }: SignedLinkProps) => {
  const [seconds, setSeconds] = useState("3600");
  const { data, error, refetch } = useQuery({
    queryKey: ["s3-share", bucket, fileKey, seconds],
    queryFn: () => sharedUrl(bucket, fileKey, Number(seconds)),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={5} />;
  return (
    <LinkCard
      address={data}
      text="Anyone with this link can read this file until it expires. It stops working if you leave the team."
    >
      <SelectField label="Expires after" value={seconds} options={lifetimes} onChange={setSeconds} />
    </LinkCard>
  );
};
