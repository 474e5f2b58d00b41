import type { BucketVisibility } from "../../../../resources/storage/buckets.ts";
import { StatusTag } from "../../ui/states/status-tag.tsx";

const labels: Readonly<Record<BucketVisibility, string>> = { private: "Private", public: "Public" };

export const VisibilityTag = ({ visibility }: { readonly visibility: BucketVisibility }) => (
  <StatusTag state={visibility === "public" ? "warning" : "neutral"} label={labels[visibility]} />
);
