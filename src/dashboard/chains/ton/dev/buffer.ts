/** Provides Node's Buffer, which TON's libraries expect; must be imported before them. */
import { Buffer } from "buffer";

globalThis.Buffer ??= Buffer as unknown as typeof globalThis.Buffer;
