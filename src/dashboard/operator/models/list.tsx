import { models } from "../../../../resources/ai/models.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { cell } from "../../framework/widgets/cell.tsx";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { StatusTag } from "../../ui/states/status-tag.tsx";

type Model = Row<typeof models>;

const pollMs = 1000;

/** /operator/models: installs, adds and removes AI models, with the progress of those that are being fetched. */
export const Component = () => (
  <ListPage
    resource={models}
    pollMs={(rows) => (rows.some(({ state }) => state === "fetching") ? pollMs : false)}
    cells={{ state: stateCell }}
  />
);

const stateCell = (model: Model) =>
  model.state === "fetching" ? (
    <StatusTag state="fetching" label={progressOf(model)} />
  ) : (
    cell(models.fields.state, model.state)
  );

/** Returns, for example, "42%, 3.1 MB/s, 20s left"; for a server that it is being connected. */
const progressOf = ({ kind, bytes = 0, fetched = 0, rate }: Model): string => {
  if (kind === "SERVER") return "Connecting";
  const parts = [`${bytes === 0 ? 0 : Math.floor((fetched / bytes) * 100)}%`];
  if (rate) parts.push(`${formatBytes(rate)}/s`, `${formatDuration((bytes - fetched) / rate)} left`);
  return parts.join(", ");
};
