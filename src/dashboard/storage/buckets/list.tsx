import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { buckets } from "../../../../resources/storage/buckets.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { formatDay, formatMoment } from "../../lib/format/date.ts";
import { PlotAvatar } from "../../ui/panels/plot-avatar.tsx";
import { StatusTag } from "../../ui/states/status-tag.tsx";
import { placeHref } from "./paths.ts";
import { VisibilityTag } from "./visibility-tag.tsx";

/** /bucket/storage: the team's buckets. A new one opens. */
export const Component = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <ListPage
      resource={buckets}
      cells={{
        name: ({ name, visibility, arweave }) => (
          <PlotAvatar id={name}>
            <span title={name}>{name}</span>
            <VisibilityTag visibility={visibility} />
            {arweave.sync && <StatusTag state="neutral" label="Arweave" />}
          </PlotAvatar>
        ),
        createdAt: ({ createdAt }) => <span title={formatMoment(createdAt)}>{formatDay(createdAt)}</span>,
      }}
      rowHref={({ name }) => placeHref(name)}
      rowActions={({ name }) => [
        { label: "Overview", icon: "overview", to: `${placeHref(name)}?tab=overview` },
        { label: "Settings", icon: "settings", to: `${placeHref(name)}?tab=settings` },
      ]}
      form={() => ({
        initial: { visibility: "private" },
        onSaved: (bucket) => {
          const { name } = bucket as { readonly name: string };
          // Files of a deleted bucket with the same name.
          client.removeQueries({ queryKey: ["s3", name] });
          void navigate(placeHref(name));
        },
      })}
    />
  );
};
