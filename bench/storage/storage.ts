import { gatewayBench } from "../gateway.ts";
import { importBench } from "./import.ts";
import type { BenchRow } from "../rows.ts";

/** Measures imports into the block store, and the gateway's speed. */
export const storageBench = async (): Promise<BenchRow[]> => [...(await importBench()), ...(await gatewayBench())];
