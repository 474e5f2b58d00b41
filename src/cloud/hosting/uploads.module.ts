import { defineModule } from "../kernel/module.ts";
import { uploadRoutes } from "./uploads/routes.ts";
import { createUploads } from "./uploads/service.ts";

export const uploads = defineModule({
  name: "hosting.uploads",
  create: ({ engines }) => {
    const uploads = createUploads(engines);
    return {
      api: uploads,
      routes: uploadRoutes(uploads),
      duties: [
        // In each worker, because a start removes what a killed predecessor left.
        { name: "Remove abandoned uploads", every: "1 h", scope: "process", run: uploads.sweep },
        {
          name: "Remove leftovers of received uploads",
          every: "1 h",
          scope: "process",
          role: "any",
          run: uploads.sweepFolder,
        },
      ],
    };
  },
});
