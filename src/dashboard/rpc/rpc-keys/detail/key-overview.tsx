import { Link } from "react-router";
import { href } from "../../../../../resources/declare/href.ts";
import { rpcKeys } from "../../../../../resources/rpc/keys.ts";
import { rpcUnitsPerSecond } from "../../../../../resources/rpc/limits.ts";
import { RateNote } from "../../../framework/cost/cost-note.tsx";
import { cell, Moment } from "../../../framework/widgets/cell.tsx";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMoment } from "../../../lib/format/date.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { Connect } from "../endpoints/connect.tsx";
import { NeedsUnits } from "../package-units.tsx";
import type { ShownKey } from "../use-rpc-key.ts";

/** Details, limits and endpoints of a key. */
export const KeyOverview = ({ shown }: { readonly shown: ShownKey }) => {
  const { id, name, active, keyType, createdAt, updatedAt, usage, userKey, previousUntil } = shown;
  return (
    <div className="fh-stack">
      {!active && (
        <Banner kind="warning" title="This key is inactive">
          All requests are refused. Activate it in the <Link to={href(rpcKeys, "edit", { name, id })}>settings</Link>.
        </Banner>
      )}
      {previousUntil !== undefined && (
        <Banner title="The previous key still works">
          Until {formatMoment(previousUntil)}. Update your clients to the URLs below by then.
        </Banner>
      )}
      {active && <NeedsUnits keys={[{ type: keyType }]} />}
      <Card>
        <div className="fh-stack">
          <DescriptionList
            facts={[
              { label: "Type", value: cell(rpcKeys.fields.type, keyType) },
              { label: "Compute units per second", value: formatWhole(rpcUnitsPerSecond[keyType]) },
              { label: "Total usage", value: `${formatWhole(usage)} compute units` },
              { label: "Created", value: <Moment seconds={createdAt} /> },
              { label: "Updated", value: <Moment seconds={updatedAt} /> },
            ]}
          />
          {keyType === "VIP" && <RateNote resource="COMPUTE_UNIT" service="RPC" target={id} />}
        </div>
      </Card>
      {userKey === undefined && (
        <Banner>Only members who can manage RPC see the key. Ask the team's owner for a URL.</Banner>
      )}
      <Connect userKey={userKey} />
    </div>
  );
};
