import { useState } from "react";
import type { Row } from "../../../../resources/declare/define.ts";
import { projectImage } from "../../../../resources/hosting/project-calls.ts";
import type { projects } from "../../../../resources/hosting/projects.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { classNames } from "../../lib/class-names.ts";
import { PlotImage } from "../../ui/panels/plot-image.tsx";
import styles from "./project-image.module.css";

type Pictured = Pick<Row<typeof projects>, "hash" | "id" | "online" | "production">;

/** The image of a project: a screenshot of the live site or the one that it declares for link previews, else a pattern drawn from its content. */
export const ProjectImage = ({ project }: { readonly project: Pictured }) => (
  <div className={classNames(styles.image, !project.online && styles.idle)}>
    <PlotImage id={project.hash ?? project.id} />
    {project.production === "LIVE" && <SiteImage id={project.id} hash={project.hash} />}
  </div>
);

/** How often a screenshot that is being taken is asked for. */
const pollMs = 2000;

/** Over the pattern once it is loaded. */
const SiteImage = ({ id, hash }: { readonly id: string; readonly hash: string | undefined }) => {
  const { data } = useCall(projectImage, {
    params: { id },
    query: { ...(hash !== undefined && { hash }) },
    silent: true,
    pollMs: (image) => (image?.pending ? pollMs : undefined),
  });
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
