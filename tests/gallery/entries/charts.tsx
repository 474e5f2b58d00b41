import { Chart } from "../../../src/dashboard/ui/chart/chart.tsx";
import { Ranking } from "../../../src/dashboard/ui/chart/ranking.tsx";
import type { ChartData } from "../../../src/dashboard/ui/chart/chart-types.ts";
import { longText, type GalleryEntry } from "../entry.ts";

const day = 86_400;
const times = Array.from({ length: 30 }, (_, index) => 1_790_000_000 - (29 - index) * day);
/** Returns a sine wave, so that screenshots are reproducible. */
const wave = (size: number, shift = 0) => times.map((_, at) => Math.round(size * (1.2 + Math.sin(at / 3 + shift))));
const land = 10n ** 18n;

const storage: ChartData = { times, series: [{ label: "Stored", values: wave(2.4e9) }] };
const requests: ChartData = {
  times,
  series: [
    { label: "Requests", values: wave(120_000) },
    { label: "Failed requests of all gateways", values: wave(40_000, 2).map((one, at) => (at < 6 ? null : one)) },
  ],
};
const used: ChartData = {
  times,
  series: ["Storage", "Traffic", "Build time"].map((label, index) => ({
    label,
    values: wave(80_000, index).map((one) => BigInt(one) * land),
  })),
};
const hours: ChartData = {
  times: [0, 1, 2, 3, 4, 5].map((hour) => 1_789_999_200 + hour * 3600),
  series: [{ label: "Build time", values: [60, 300, 0, null, 5400, 120] }],
};
const single: ChartData = { times: [1_790_000_000], series: [{ label: "Stored", values: [1536] }] };

export const charts: GalleryEntry = {
  id: "charts",
  title: "Chart",
  states: [
    { title: "Line, bytes", content: <Chart label="Storage" data={storage} unit="bytes" /> },
    { title: "Two lines, one with a gap", content: <Chart label="Requests" data={requests} unit="count" /> },
    { title: "Stacked bars, LAND", content: <Chart label="LAND used" data={used} unit="land" kind="bars" /> },
    { title: "Bars within a day", content: <Chart label="Build time" data={hours} unit="minutes" kind="bars" /> },
    {
      title: "One moment",
      content: <Chart label="Storage of a day" data={single} unit="bytes" kind="bars" heightPx={160} />,
    },
    {
      title: "Ranking",
      content: (
        <Ranking
          label="Requests by method"
          unit="count"
          rows={[
            { name: "eth_call", value: 120_400 },
            { name: longText, value: 40_000 },
            { name: "eth_getLogs", value: 310 },
          ]}
        />
      ),
    },
    { title: "Empty ranking", content: <Ranking label="Requests by chain" unit="count" rows={[]} /> },
    { title: "Loading", content: <Chart label="Storage" data={undefined} unit="bytes" heightPx={160} /> },
    { title: "Empty", content: <Chart label="Storage" data={{ times: [], series: [] }} unit="bytes" heightPx={160} /> },
  ],
};
