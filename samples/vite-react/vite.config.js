import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Build details that are written into the page. Freehold sets the variables. */
const build = {
  time: new Date().toISOString(),
  commit: process.env.FREEHOLD_COMMIT ?? "",
  branch: process.env.FREEHOLD_BRANCH ?? "",
  node: process.version,
};

export default defineConfig({
  // Relative links work both at the site's host name and below /ipfs/<cid>/.
  base: "./",
  plugins: [react()],
  define: { __BUILD__: JSON.stringify(build) },
});
