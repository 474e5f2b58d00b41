/** TON's libraries expect Node's Buffer in the page; this comes before them. */
import { Buffer } from "buffer";

globalThis.Buffer ??= Buffer as unknown as typeof globalThis.Buffer;
