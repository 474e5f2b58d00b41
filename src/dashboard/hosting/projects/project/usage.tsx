import { projectUsage } from "../../../../../resources/hosting/project-calls.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { formatBytes } from "../../../lib/format/bytes.ts";
import { formatWhole } from "../../../lib/format/count.ts";
import { formatMinutes } from "../../../lib/format/duration.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Tiles, type Tile } from "../../../ui/panels/tiles.tsx";

/** Usage of a project. */
export const Usage = ({ id, deployments }: { readonly id: string; readonly deployments: number }) => {
  const { data, error } = useCall(projectUsage, { params: { id } });
  if (error && !data) return <Banner kind="warning">{error.message}</Banner>;
  const tiles: Tile[] | undefined = data && [
    tile("Traffic", formatBytes(data.usedBandwidth), "globe"),
    tile("Storage", formatBytes(data.usedStorage), "bucket"),
    tile("Build time", formatMinutes(data.usedBuildSeconds), "clock"),
    { title: "Deployments", value: formatWhole(deployments), icon: "rocket" },
  ];
  return <Tiles tiles={tiles} />;
};

const tile = (title: string, text: string, icon: Tile["icon"]): Tile => {
  const [value = text, unit] = text.split(" ");
  return { title, value, ...(unit !== undefined && { unit }), ...(icon && { icon }) };
};
