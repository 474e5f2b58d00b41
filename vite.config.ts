import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("src/dashboard"),
  plugins: [react()],
  build: { outDir: at("dist"), emptyOutDir: true, target: "es2023" },
});
