/** Every call of Boost. */
import { collectPoints, createNode, node } from "./node-calls.ts";

export const boostCalls = [createNode, node, collectPoints];
