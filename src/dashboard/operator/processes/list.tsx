import { Link } from "react-router";
import {
  addresses as addressList,
  processes,
  queues as queueList,
  systemState,
  type SystemState,
} from "../../../../resources/operator/processes.ts";
import { duties as dutiesResource } from "../../../../resources/operator/duties.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { RowTable, type RowCells } from "../../framework/pages/row-table.tsx";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatRelative } from "../../lib/format/date.ts";
import { formatWhole } from "../../lib/format/count.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { Card } from "../../ui/panels/card.tsx";
import { Tiles } from "../../ui/panels/tiles.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";

const pollMs = 10_000;

/** /operator/processes: what runs, what waits, and what needs attention. */
export const Component = () => {
  const { data, error, reload } = useCall(systemState, { pollMs });
  return (
    <ListPage
      resource={processes}
      pollMs={() => pollMs}
      frame={(table) => (
        <div className="fh-stack">
          {error && !data && <ErrorState message={error.message} onRetry={reload} />}
          {data && <Alerts alerts={data.alerts} />}
          {!error && <Tiles tiles={data && tilesOf(data)} metered />}
          <Card title="Processes" flush>
            {table}
          </Card>
          {data && <Queues queues={data.queues} />}
          {data && <Addresses addresses={data.addresses} />}
        </div>
      )}
    />
  );
};

const Alerts = ({ alerts }: Pick<SystemState, "alerts">) =>
  alerts.length === 0 ? (
    <Banner kind="success" icon="check" title="Nothing needs your attention." />
  ) : (
    alerts.map(({ level, text, url }) => (
      <Banner key={text} kind={level} title={text}>
        {url !== undefined && <Link to={url}>See details</Link>}
      </Banner>
    ))
  );

const tilesOf = ({ disk, database, queues, duties, backup }: SystemState) => {
  const used = disk.totalBytes - disk.freeBytes;
  return [
    {
      title: "Disk",
      value: formatBytes(disk.freeBytes),
      unit: `free of ${formatBytes(disk.totalBytes)}`,
      icon: "archive" as const,
      share: used / disk.totalBytes,
    },
    {
      title: "Database",
      value: formatBytes(database.bytes),
      unit: `PostgreSQL ${database.version}`,
      note: `${formatWhole(database.connections)} of ${formatWhole(database.connectionsMax)} connections`,
      icon: "bucket" as const,
      share: database.connections / database.connectionsMax,
    },
    {
      title: "Jobs",
      value: formatWhole(queues.reduce((sum, { waiting, retrying }) => sum + waiting + retrying, 0)),
      unit: "waiting",
      icon: "clock" as const,
    },
    {
      title: "Background tasks",
      value: <Link to={dutiesResource.routes.list}>{formatWhole(duties.total)}</Link>,
      unit: duties.failed > 0 ? `${formatWhole(duties.failed)} failed` : `${formatWhole(duties.running)} running`,
      icon: "refresh" as const,
    },
    ...(backup
      ? [
          {
            title: "Last backup",
            value: backup.bytes === null ? "None" : formatBytes(backup.bytes),
            icon: "upload" as const,
            ...(backup.endedAt !== null && { note: formatRelative(backup.endedAt) }),
          },
        ]
      : []),
  ];
};

const Queues = ({ queues }: Pick<SystemState, "queues">) => (
  <Card title="Queues" text="Unfinished jobs. Workers take them in turn." flush>
    <RowTable list={queueList} rows={queues} cells={queueCells} />
  </Card>
);

const queueCells: RowCells<SystemState["queues"][number]> = {
  oldestSeconds: ({ oldestSeconds }) => (oldestSeconds === 0 ? "–" : formatDuration(oldestSeconds)),
};

const Addresses = ({ addresses }: Pick<SystemState, "addresses">) => (
  <Card
    title="Addresses"
    text="Hosts and paths besides the dashboard and its API, with the module that handles them."
    flush
  >
    <RowTable list={addressList} rows={addresses} />
  </Card>
);
