/** Provides Node's Buffer, which TON's libraries expect; must be imported before them. */
import { Buffer } from "buffer";

if (!("Buffer" in globalThis)) Object.assign(globalThis, { Buffer });
