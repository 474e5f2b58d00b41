/** `npm run bench`: runs all comparisons, or those given by name, and prints the ratios. */
import { aiBench } from "./ai.ts";
import { boostPageBench } from "./boost/boost-page.ts";
import { boostBench } from "./boost/boost.ts";
import { buildsBench } from "./builds.ts";
import { dashboardBench } from "./dashboard.ts";
import { deployBench } from "./deploy.ts";
import { loadBench } from "./instance.ts";
import { ledgerBench } from "./ledger.ts";
import { objectsBench } from "./storage/objects.ts";
import { rpcBench } from "./rpc/rpc.ts";
import { scrollBench } from "./scroll.ts";
import { servingBench } from "./serving.ts";
import { startBench } from "./start.ts";
import { storageBench } from "./storage/storage.ts";
import { tableOf, type BenchRow } from "./rows.ts";

const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  storage: storageBench,
  objects: objectsBench,
  scroll: scrollBench,
  serving: servingBench,
  builds: buildsBench,
  deploy: deployBench,
  load: loadBench,
  ledger: ledgerBench,
  rpc: rpcBench,
  ai: aiBench,
  boost: boostBench,
  "boost-page": boostPageBench,
  dashboard: dashboardBench,
  start: startBench,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(", ")}; there are: ${Object.keys(benches).join(", ")}`);

for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  const rows = await benches[name]!();
  if (rows.length > 0) process.stdout.write(`${tableOf(rows)}\n`);
}
