import { useState } from "react";
import type { Row } from "../../../../resources/declare/define.ts";
import { projectImage } from "../../../../resources/hosting/project-calls.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { PlotImage } from "../../ui/panels/plot-image.tsx";
import styles from "./project-image.module.css";

type Pictured = Pick<Row<typeof projects>, "hash" | "id" | "online" | "production">;

/** The image of a project: the one that the live site declares for link previews, or a pattern drawn from its content. */
export const ProjectImage = ({ project }: { readonly project: Pictured }) => (
  <div className={classNames(styles.image, !project.online && styles.idle)}>
    <PlotImage id={project.hash ?? project.id} />
    {project.production === "LIVE" && <SiteImage id={project.id} />}
  </div>
);

/** Over the pattern once it is loaded. */
const SiteImage = ({ id }: { readonly id: string }) => {
  const { data } = useCall(projectImage, { params: { id }, silent: true });
  const [isLoaded, setLoaded] = useState(false);
  if (!data?.url) return null;
  return (
    <img
      src={data.url}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={classNames(isLoaded && styles.loaded)}
      onLoad={() => setLoaded(true)}
      onError={() => setLoaded(false)}
    />
  );
};
