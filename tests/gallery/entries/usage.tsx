import { Benefits } from "../../../src/dashboard/ui/panels/benefits.tsx";
import { DescriptionList } from "../../../src/dashboard/ui/panels/description-list.tsx";
import { Meters } from "../../../src/dashboard/ui/panels/meters.tsx";
import { PlotAvatar } from "../../../src/dashboard/ui/panels/plot-avatar.tsx";
import { PlotImage } from "../../../src/dashboard/ui/panels/plot-image.tsx";
import { ProgressBar } from "../../../src/dashboard/ui/states/progress-bar.tsx";
import { Tiles } from "../../../src/dashboard/ui/panels/tiles.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

export const usage: GalleryEntry = {
  id: "usage",
  title: "Resource usage",
  states: [
    {
      title: "Tiles: title, number, unit",
      content: (
        <Tiles
          tiles={[
            { title: "Storage", value: "1.5", unit: "GB", icon: "bucket", share: 0.25, note: "of 6 GB" },
            { title: "Traffic", value: "92", unit: "GB", icon: "globe", share: 0.92, note: "of 100 GB" },
            { title: "Build time", value: "250", unit: "min", icon: "clock", share: 1, note: "used up" },
            { title: longText, value: "99998.99 T", unit: "LAND" },
          ]}
        />
      ),
    },
    { title: "Loading", content: <Tiles tiles={undefined} /> },
    {
      title: "Meters",
      content: (
        <Meters
          rows={[
            { title: "Traffic", text: "3.3 MB / 100 GB", share: 0.01 },
            { title: "Build time", text: "220 min / 250 min", share: 0.88 },
            { title: longText, text: "12", note: "Paid from your balance" },
          ]}
        />
      ),
    },
    {
      title: "Images and avatars of IDs",
      content: ["bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e", "photos"].map((id) => (
        <div key={id} className="fh-row">
          <div style={{ width: 240, height: 150 }}>
            <PlotImage id={id} />
          </div>
          <PlotAvatar id={id}>
            <span title={id}>{id}</span>
          </PlotAvatar>
        </div>
      )),
    },
    {
      title: "Progress, determinate and indeterminate",
      content: (
        <>
          <ProgressBar label="Uploading" value={0.4} />
          <ProgressBar label="Preparing" />
        </>
      ),
    },
    {
      title: "Benefits",
      content: (
        <Benefits
          benefits={[
            { icon: "key", title: "Web3 identity", text: "Registered on-chain to your wallet." },
            { icon: "rocket", title: longText, text: longText },
          ]}
        />
      ),
    },
    {
      title: "Facts",
      content: (
        <DescriptionList
          facts={[
            { label: "Branch", value: "main" },
            { label: "Message", value: longText },
            { label: "Duration", value: "1m 05s" },
          ]}
        />
      ),
    },
  ],
};
