import { formatDollarsFinely } from "../../../../../resources/money.ts";
import { moneyTile } from "../../../ui/panels/money.tsx";
import { aiRequests } from "../../../../../resources/ai/key-calls.ts";
import { aiKeys } from "../../../../../resources/ai/keys.ts";
import { listAiModels } from "../../../../../resources/ai/model-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { relatedTo } from "../../../framework/pages/related.tsx";
import { Moment } from "../../../framework/widgets/cell.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { DescriptionList } from "../../../ui/panels/description-list.tsx";
import { Tiles, type Tile } from "../../../ui/panels/tiles.tsx";
import { ActivityTable, requestCells } from "../activity/activity-table.tsx";
import { Usage } from "../activity/usage.tsx";
import { periodsOf, shareOf, type PeriodUse } from "../keys/periods.ts";
import { exampleOf } from "../models/model-words.ts";
import type { ShownKey } from "../shown-key.ts";
import { UseCard } from "../use-card.tsx";

/** A key's usage against its limits, its activity, and snippets. */
export const KeyOverview = ({ shown }: { readonly shown: ShownKey }) => {
  const { data: models } = useCall(listAiModels);
  const example = exampleOf(models, shown.models);
  return (
    <div className="fh-stack">
      {shown.reached && (
        <Banner kind="warning" title={`The ${shown.reached} limit is reached`}>
          Requests fail with error 402 until the period ends. Raise the limit in the key's settings to continue.
        </Banner>
      )}
      {!shown.isActive && (
        <Banner kind="warning" title="The key is inactive">
          Requests fail with error 401. Activate the key in its settings.
        </Banner>
      )}
      <Tiles
        tiles={[
          ...periodsOf(shown).map(tileOf),
          {
            title: "Total",
            ...moneyTile(shown.totalUsed),
          },
        ]}
      />
      <Card>
        <DescriptionList
          facts={[
            { label: "Key", value: <span className="fh-mono">{shown.key}…</span> },
            { label: "Created", value: <Moment seconds={shown.createdAt} /> },
            { label: "Models", value: shown.models.length === 0 ? "All" : shown.models.join(", ") },
          ]}
        />
      </Card>
      <Usage keyId={shown.id} />
      <ActivityTable {...relatedTo(aiKeys, shown, aiRequests)} cells={requestCells} />
      {example && <UseCard example={example} hint={shown.key} />}
    </div>
  );
};

const tileOf = ({ title, used, limit, resets }: PeriodUse): Tile => ({
  title,
  ...moneyTile(used),
  ...(limit === null
    ? { note: "No limit" }
    : { share: shareOf(used, limit), note: `${leftLabel(used, limit)}, resets ${resets}` }),
});

const leftLabel = (used: string, limit: string): string => {
  const left = BigInt(limit) - BigInt(used);
  return `${formatDollarsFinely(left > 0n ? left : 0n)} of ${formatDollarsFinely(limit)} left`;
};
