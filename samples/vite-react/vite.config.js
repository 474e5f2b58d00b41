import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** What is known at build time, written into the page. The cloud that builds this sets the variables. */
const build = {
  time: new Date().toISOString(),
  commit: process.env.FREEHOLD_COMMIT ?? "",
  branch: process.env.FREEHOLD_BRANCH ?? "",
  node: process.version,
};

export default defineConfig({
  // Relative links work at a host name of their own and below /ipfs/<cid>/ alike.
  base: "./",
  plugins: [react()],
  define: { __BUILD__: JSON.stringify(build) },
});
