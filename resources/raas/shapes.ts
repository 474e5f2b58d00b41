/** Shapes shared by several rollup calls. */
import { evmAddressPattern } from "../declare/patterns.ts";
import * as z from "zod/mini";
import { rollupFooterLinkMax, rollupImageBytesMax } from "./limits.ts";

/** LAND×1e18, or wei. */
export const amount = z.string().check(z.regex(/^\d+$/));
export const seconds = z.int();
export const address = z.string().check(z.regex(evmAddressPattern, "Invalid address."));
/** A data URL of PNG, JPEG, WebP or ICO. */
export const image = z.optional(
  z
    .string()
    .check(
      z.maxLength(Math.ceil(rollupImageBytesMax * 1.4), "Image: up to 256 kB."),
      z.regex(/^data:image\/(png|jpeg|webp|x-icon);base64,[A-Za-z0-9+/]+=*$/, "Image: choose PNG, JPEG or WebP."),
    ),
);
export const footerLink = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(rollupFooterLinkMax),
      z.regex(/^$|^https:\/\//, "Footer link: enter a URL that starts with https://."),
    ),
);
